"""A typed client of Ktima, property data for Greece. Needs only the standard library."""
from . import error_types, types
from .client import Client, FinishedPortfolio
from .errors import KtimaApiError

__all__ = ["Client", "FinishedPortfolio", "KtimaApiError", "error_types", "types"]
