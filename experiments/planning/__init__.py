"""Plans of learning runs: weights, form and step together."""

from .forms import FORMS as FORMS
from .plan import plan as plan
from .result import Candidate as Candidate
from .result import Plan as Plan
from .schedules import PlannedSchedule as PlannedSchedule
from .schedules import SchedulePlan as SchedulePlan
from .schedules import plan_schedule as plan_schedule
