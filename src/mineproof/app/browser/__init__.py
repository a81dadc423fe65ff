"""The page without a server: the service in two web workers, where Pyodide runs Python.

The desk worker has the games and answers requests; the analyst worker does tasks that may take
long. JavaScript starts both, keeps the games, and ends an analyst who takes too long; requests,
answers and tasks are texts. Nothing here needs Pyodide, or anything but the service.
"""
