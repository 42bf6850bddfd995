"""The report: one page to read instead of a paper's appendix."""

from .build import NETWORKS as NETWORKS
from .build import build as build
from .build import write_report as write_report
from .given import read_atlas as read_atlas
from .given import read_verdicts as read_verdicts
