"""A typed client of Ktima, property data for Greece. Needs only the standard library."""
from . import types
from .client import Client, FinishedPortfolio
from .errors import KtimaApiError

__all__ = ["Client", "FinishedPortfolio", "KtimaApiError", "types"]
