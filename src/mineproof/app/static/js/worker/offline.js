/** Offline: a service worker keeps all files of the site, once the page has what it needs first. */

import { site } from "./site.js";

/** Begin to keep the files, or look for new ones. Where the browser does not, all works online. */
export function keepFiles() {
    navigator.serviceWorker?.register(site.offline).catch(() => {});
}
