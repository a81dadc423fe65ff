/** Our modules in the file system of Python. */

/** Where Python finds them. */
export const MODULES = "/lib/modules";

/**
 * Write the files of an archive: its length in four bytes, a list of names and sizes as JSON, then
 * one file after the other. Python reads them faster than from a zip file.
 *
 * @param {any} files  Emscripten's file system
 * @param {Uint8Array} archive
 */
export function unpack(files, archive) {
    const head = 4 + new DataView(archive.buffer).getUint32(0, true);
    /** @type {[string, number][]} */
    const list = JSON.parse(new TextDecoder().decode(archive.subarray(4, head)));
    let at = head;
    for (const [name, size] of list) {
        const path = `${MODULES}/${name}`;
        files.mkdirTree(path.slice(0, path.lastIndexOf("/")));
        files.writeFile(path, archive.subarray(at, at + size), { canOwn: true });
        at += size;
    }
}
