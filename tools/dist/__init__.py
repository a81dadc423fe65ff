"""`make dist`: the files of a release, and whether they are what a user should get.

`files` builds and judges them, `uses` installs them as users would and runs what users run. How to
build, install and run is the matrix's: tools/matrix.
"""
