"""The builder of the static site: the page with Python in it, and the documents, as plain files.

`build` puts everything together. `python_files` has what Python needs in a browser, `page` the page
itself, `offline` the service worker, `icons` the icons, `first` the answers that need no Python.
Nothing here is installed with mineproof.
"""
