"""Plans of learning runs: weights, form and step together."""

from .forms import FORMS as FORMS
from .plan import plan as plan
from .result import Candidate as Candidate
from .result import Plan as Plan
