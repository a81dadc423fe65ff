"""The page's server: games over HTTP, kept in a file, analysed by processes of their own."""
