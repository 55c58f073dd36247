"""Teach: boards made to need a technique, and worksheets. It stands on all that reasons and renders.

`generation` makes boards, `worksheet` puts them on a sheet to print.
"""
