"""The course on the page: lessons as JSON, and what is said of answers.

`lessons` turns a lesson into data and judges answers, `models` describes both. Nothing is stored:
the browser keeps who has solved what. Texts of lessons are sent as data, never as HTML.
"""
