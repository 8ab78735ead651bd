# Package concurrent: only concurrent.futures is in it.
