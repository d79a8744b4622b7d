# The wheel has the program's version here.
__version__ = "0+source"
