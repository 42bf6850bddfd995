"""The papers whose statements the library holds: what to cite, and of which version a verdict speaks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["PAPERS", "Paper"]


@dataclass(frozen=True)
class Paper:
    """One paper, as a verdict cites it.

    id: as statements' ids begin; authors: as many as are known, "and others" where the list goes on
    version: the version whose text the verdicts speak of; year: of that version; short: its name, where it has one
    arxiv: identifier without version, empty where there is none; doi: of a published version, if any
    note: what a reader should know besides; venue: where it was published, with volume and pages where it has them
    """

    id: str
    title: str
    authors: tuple[str, ...]
    year: int
    arxiv: str
    version: str = ""
    doi: str = ""
    note: str = ""
    short: str = ""
    venue: str = ""

    @property
    def name(self) -> str:
        """What people call it: `short`, or family names and year.

        >>> PAPERS["defed"].name, Paper("x", "", ("Ann Lee", "Bo Ek"), 2009, "").name
        ('DeFed', 'Lee and Ek 2009')
        """
        families = [author.split()[-1] for author in self.authors if author != "and others"]
        several = len(families) > 2 or "and others" in self.authors
        told = f"{families[0]} et al." if several else " and ".join(families)
        return self.short or f"{told} {self.year}"

    @property
    def link(self) -> str:
        """Where the version that was read is kept; empty for what is published nowhere else."""
        if self.arxiv:
            return f"https://arxiv.org/abs/{self.arxiv}{self.version}"
        return f"https://doi.org/{self.doi}" if self.doi else ""

    @property
    def citation(self) -> str:
        """One line: authors, title, year, where.

        >>> PAPERS["ops"].citation[:40], PAPERS["ops"].link
        ('Chaoyang He, Conghui Tan, Hanlin Tang, S', 'https://arxiv.org/abs/1910.04956v2')
        """
        kept = [f"arXiv:{self.arxiv}{self.version}"] if self.arxiv else []
        where = ", ".join(kept + ([f"doi:{self.doi}"] if self.doi else []))
        venue = f"{self.venue}, " if self.venue else ""
        return f"{', '.join(self.authors)}: {self.title}. {venue}{self.year}. {where}".rstrip(". ")


_ABSTRACT = "Stated as commonly cited: of the paper only the abstract could be read"
_TRANSCRIBED = "The text of the proceedings was read in a public transcription, without the appendix"
_UNREAD = "Stated as commonly cited: the paper itself could not be read"
_ACCOUNTANT = "As quoted in the source of Google's dp_accounting; the paper itself could not be read"
_QUOTED = "As quoted in the documentation of PEPit 0.5; the paper itself could not be read"

_ALL = (
    Paper(
        "defed",
        "DeFed: A Principled Decentralized and Privacy-Preserving Federated Learning Algorithm",
        (
            "Ye Yuan",
            "Ruijuan Chen",
            "Chuan Sun",
            "Maolin Wang",
            "Feng Hua",
            "Xinlei Yi",
            "Tao Yang",
            "Jun Liu",
        ),
        2021,
        "2107.07171",
        "v1",
        note="The first version, of 15 July 2021, of what became DeceFL; what version 2 states is judged there",
        short="DeFed",
    ),
    Paper(
        "decefl",
        "DeceFL: A Principled Decentralized Federated Learning Framework",
        ("Ye Yuan", "Jun Liu", "Dou Jin", "Zuogong Yue", "and others"),
        2021,
        "2107.07171",
        "v2",
        "10.1360/nso/20220043",
        "With its supplement, of 30 October 2021; the journal's later version (National Science Open 2(1), 20220043, "
        "2023) was not at hand",
        short="DeceFL",
    ),
    Paper(
        "ops",
        "Central Server Free Federated Learning over Single-sided Trust Social Networks",
        ("Chaoyang He", "Conghui Tan", "Hanlin Tang", "Shuang Qiu", "Ji Liu"),
        2020,
        "1910.04956",
        "v2",
        short="Online Push-Sum",
    ),
    Paper(
        "dawo",
        "Decentralized Federated Learning with Distributed Aggregation Weight Optimization",
        ("Zhiyuan Zhai", "Xiaojun Yuan", "Xin Wang", "Geoffrey Ye Li"),
        2025,
        "2511.03284",
        short="Aggregation-weight optimization",
    ),
    Paper(
        "alidpfl",
        "ALI-DPFL: Differentially Private Federated Learning with Adaptive Local Iterations",
        ("Xinpeng Ling", "Jie Fu", "Kuncan Wang", "Haitao Liu", "Zhili Chen"),
        2023,
        "2308.10457",
        note="The version with an appendix",
        short="ALI-DPFL",
    ),
    Paper(
        "nedic2009",
        "Distributed Subgradient Methods for Multi-Agent Optimization",
        ("Angelia Nedić", "Asuman Ozdaglar"),
        2009,
        "",
        doi="10.1109/TAC.2008.2009515",
        note=_UNREAD,
        venue="IEEE Transactions on Automatic Control 54(1), 48-61",
    ),
    Paper(
        "yuan2016",
        "On the Convergence of Decentralized Gradient Descent",
        ("Kun Yuan", "Qing Ling", "Wotao Yin"),
        2016,
        "1310.7063",
        doi="10.1137/130943170",
        note=_UNREAD,
        venue="SIAM Journal on Optimization 26(3), 1835-1854",
    ),
    Paper(
        "zeng2018",
        "On Nonconvex Decentralized Gradient Descent",
        ("Jinshan Zeng", "Wotao Yin"),
        2018,
        "1608.05766",
        doi="10.1109/TSP.2018.2818081",
        note=_ABSTRACT,
        venue="IEEE Transactions on Signal Processing 66(11), 2834-2848",
    ),
    Paper(
        "shi2015",
        "EXTRA: An Exact First-Order Algorithm for Decentralized Consensus Optimization",
        ("Wei Shi", "Qing Ling", "Gang Wu", "Wotao Yin"),
        2015,
        "1404.6264",
        doi="10.1137/14096668X",
        note=_ABSTRACT,
        short="EXTRA",
        venue="SIAM Journal on Optimization 25(2), 944-966",
    ),
    Paper(
        "diging",
        "Achieving Geometric Convergence for Distributed Optimization over Time-Varying Graphs",
        ("Angelia Nedić", "Alex Olshevsky", "Wei Shi"),
        2017,
        "1607.03218",
        doi="10.1137/16M1084316",
        note=_ABSTRACT,
        short="DIGing",
        venue="SIAM Journal on Optimization 27(4), 2597-2633",
    ),
    Paper(
        "qu2018",
        "Harnessing Smoothness to Accelerate Distributed Optimization",
        ("Guannan Qu", "Na Li"),
        2018,
        "1605.07112",
        doi="10.1109/TCNS.2017.2698261",
        note=_ABSTRACT,
        venue="IEEE Transactions on Control of Network Systems 5(3), 1245-1260",
    ),
    Paper(
        "nids",
        "A Decentralized Proximal-Gradient Method with Network Independent Step-sizes and Separated Convergence Rates",
        ("Zhi Li", "Wei Shi", "Ming Yan"),
        2019,
        "1704.07807",
        doi="10.1109/TSP.2019.2926022",
        note=_ABSTRACT,
        short="NIDS",
        venue="IEEE Transactions on Signal Processing 67(17), 4494-4506",
    ),
    Paper(
        "scaman2017",
        "Optimal algorithms for smooth and strongly convex distributed optimization in networks",
        ("Kevin Scaman", "Francis Bach", "Sébastien Bubeck", "Yin Tat Lee", "Laurent Massoulié"),
        2017,
        "1702.08704",
        note=_ABSTRACT,
        venue="International Conference on Machine Learning (ICML), PMLR 70, 3027-3036",
    ),
    Paper(
        "alistarh2017",
        "QSGD: Communication-Efficient SGD via Gradient Quantization and Encoding",
        ("Dan Alistarh", "Demjan Grubic", "Jerry Li", "Ryota Tomioka", "Milan Vojnović"),
        2017,
        "1610.02132",
        note=_TRANSCRIBED,
        short="QSGD",
        venue="Advances in Neural Information Processing Systems (NIPS) 30",
    ),
    Paper(
        "stich2018",
        "Sparsified SGD with Memory",
        ("Sebastian U. Stich", "Jean-Baptiste Cordonnier", "Martin Jaggi"),
        2018,
        "1809.07599",
        note=_TRANSCRIBED,
        venue="Advances in Neural Information Processing Systems (NeurIPS) 31",
    ),
    Paper(
        "choco2019",
        "Decentralized Stochastic Optimization and Gossip Algorithms with Compressed Communication",
        ("Anastasia Koloskova", "Sebastian U. Stich", "Martin Jaggi"),
        2019,
        "1902.00340",
        note=f'{_ABSTRACT}; step and rate also as its authors repeat them in "Decentralized Deep Learning with '
        'Arbitrary Communication Compression" (2020), which could',
        short="Choco-Gossip",
        venue="International Conference on Machine Learning (ICML), PMLR 97, 3478-3487",
    ),
    Paper(
        "nesterov2004",
        "Introductory Lectures on Convex Optimization",
        ("Yurii Nesterov",),
        2004,
        "",
        doi="10.1007/978-1-4419-8853-9",
        note="Stated as commonly cited: the book was not at hand",
        venue="Applied Optimization 87, Springer",
    ),
    Paper(
        "nedic2015",
        "Distributed Optimization over Time-Varying Directed Graphs",
        ("Angelia Nedić", "Alex Olshevsky"),
        2015,
        "1303.2289",
        "v2",
        doi="10.1109/TAC.2014.2364096",
        note=_ABSTRACT,
        short="Subgradient-push",
        venue="IEEE Transactions on Automatic Control 60(3), 601-615",
    ),
    Paper(
        "xiao2004",
        "Fast linear iterations for distributed averaging",
        ("Lin Xiao", "Stephen Boyd"),
        2004,
        "",
        doi="10.1016/j.sysconle.2004.02.022",
        note=_UNREAD,
        venue="Systems & Control Letters 53(1), 65-78",
    ),
    Paper(
        "boyd2006",
        "Randomized gossip algorithms",
        ("Stephen Boyd", "Arpita Ghosh", "Balaji Prabhakar", "Devavrat Shah"),
        2006,
        "",
        doi="10.1109/TIT.2006.874516",
        note=_UNREAD,
        venue="IEEE Transactions on Information Theory 52(6), 2508-2530",
    ),
    Paper(
        "lian2017",
        "Can Decentralized Algorithms Outperform Centralized Algorithms? A Case Study for Decentralized Parallel "
        "Stochastic Gradient Descent",
        ("Xiangru Lian", "Ce Zhang", "Huan Zhang", "Cho-Jui Hsieh", "Wei Zhang", "Ji Liu"),
        2017,
        "1705.09056",
        note=_UNREAD,
        venue="Advances in Neural Information Processing Systems (NIPS) 30",
    ),
    Paper(
        "koloskova2020",
        "A Unified Theory of Decentralized SGD with Changing Topology and Local Updates",
        ("Anastasia Koloskova", "Nicolas Loizou", "Sadra Boreiri", "Martin Jaggi", "Sebastian U. Stich"),
        2020,
        "2003.10422",
        note=_ABSTRACT,
        venue="International Conference on Machine Learning (ICML), PMLR 119, 5381-5393",
    ),
    Paper(
        "li2020",
        "On the Convergence of FedAvg on Non-IID Data",
        ("Xiang Li", "Kaixuan Huang", "Wenhao Yang", "Shusen Wang", "Zhihua Zhang"),
        2020,
        "1907.02189",
        "v4",
        note=_ABSTRACT,
        venue="International Conference on Learning Representations (ICLR)",
    ),
    Paper(
        "stich2019",
        "Local SGD Converges Fast and Communicates Little",
        ("Sebastian U. Stich",),
        2019,
        "1805.09767",
        note=_UNREAD,
        venue="International Conference on Learning Representations (ICLR)",
    ),
    Paper(
        "khaled2020",
        "Tighter Theory for Local SGD on Identical and Heterogeneous Data",
        ("Ahmed Khaled", "Konstantin Mishchenko", "Peter Richtárik"),
        2020,
        "1909.04746",
        note=_ABSTRACT,
        venue="International Conference on Artificial Intelligence and Statistics (AISTATS), PMLR 108, 4519-4529",
    ),
    Paper(
        "scaffold",
        "SCAFFOLD: Stochastic Controlled Averaging for Federated Learning",
        (
            "Sai Praneeth Karimireddy",
            "Satyen Kale",
            "Mehryar Mohri",
            "Sashank J. Reddi",
            "Sebastian U. Stich",
            "Ananda Theertha Suresh",
        ),
        2020,
        "1910.06378",
        "v4",
        note="As restated where it is formalized and taught; the paper itself could not be read",
        short="SCAFFOLD",
        venue="International Conference on Machine Learning (ICML), PMLR 119, 5132-5143",
    ),
    Paper(
        "cao2006",
        "Accelerated Gossip Algorithms for Distributed Computation",
        ("Ming Cao", "Daniel A. Spielman", "Edmund M. Yeh"),
        2006,
        "",
        note=_UNREAD,
        venue="44th Annual Allerton Conference on Communication, Control, and Computing, 952-959",
    ),
    Paper(
        "yuan2019",
        "Exact Diffusion for Distributed Optimization and Learning, Part I: Algorithm Development, and Part II: "
        "Convergence Analysis",
        ("Kun Yuan", "Bicheng Ying", "Xiaochuan Zhao", "Ali H. Sayed"),
        2019,
        "1702.05122",
        doi="10.1109/TSP.2018.2875898",
        note=_UNREAD,
        short="Exact diffusion",
        venue="IEEE Transactions on Signal Processing 67(3), 708-739",
    ),
    Paper(
        "tang2018",
        "D2: Decentralized Training over Decentralized Data",
        ("Hanlin Tang", "Xiangru Lian", "Ming Yan", "Ce Zhang", "Ji Liu"),
        2018,
        "1803.07068",
        note=_UNREAD,
        short="D2",
        venue="International Conference on Machine Learning (ICML), PMLR 80, 4848-4856",
    ),
    Paper(
        "richtarik2021",
        "EF21: A New, Simpler, Theoretically Better, and Practically Faster Error Feedback",
        ("Peter Richtárik", "Igor Sokolov", "Ilyas Fatkhullin"),
        2021,
        "2106.05203",
        note=_UNREAD,
        short="EF21",
        venue="Advances in Neural Information Processing Systems (NeurIPS) 34",
    ),
    Paper(
        "bun2016",
        "Concentrated Differential Privacy: Simplifications, Extensions, and Lower Bounds",
        ("Mark Bun", "Thomas Steinke"),
        2016,
        "1605.02065",
        doi="10.1007/978-3-662-53641-4_24",
        note=_UNREAD,
        venue="Theory of Cryptography (TCC 2016-B), Lecture Notes in Computer Science 9985, 635-658",
    ),
    Paper(
        "taylor2017",
        "Performance estimation toolbox (PESTO): Automated worst-case analysis of first-order optimization methods",
        ("Adrien B. Taylor", "Julien M. Hendrickx", "François Glineur"),
        2017,
        "",
        doi="10.1109/CDC.2017.8263832",
        note=_QUOTED,
        short="PESTO",
        venue="IEEE Conference on Decision and Control (CDC), 1278-1283",
    ),
    Paper(
        "taylor2018",
        "Exact Worst-Case Convergence Rates of the Proximal Gradient Method for Composite Convex Minimization",
        ("Adrien B. Taylor", "Julien M. Hendrickx", "François Glineur"),
        2018,
        "1705.04398",
        doi="10.1007/s10957-018-1298-1",
        note=_UNREAD,
        venue="Journal of Optimization Theory and Applications 178(2), 455-476",
    ),
    Paper(
        "bottou2018",
        "Optimization Methods for Large-Scale Machine Learning",
        ("Léon Bottou", "Frank E. Curtis", "Jorge Nocedal"),
        2018,
        "1606.04838",
        doi="10.1137/16M1080173",
        note=_UNREAD,
        venue="SIAM Review 60(2), 223-311",
    ),
    Paper(
        "taylor2019",
        "Stochastic first-order methods: non-asymptotic and computer-aided analyses via potential functions",
        ("Adrien Taylor", "Francis Bach"),
        2019,
        "1902.00947",
        note=_QUOTED,
        venue="Conference on Learning Theory (COLT), PMLR 99, 2934-2992",
    ),
    Paper(
        "bansal2019",
        "Potential-Function Proofs for Gradient Methods",
        ("Nikhil Bansal", "Anupam Gupta"),
        2019,
        "1712.04581",
        doi="10.4086/toc.2019.v015a004",
        note=_QUOTED,
        venue="Theory of Computing 15(4), 1-32",
    ),
    Paper(
        "gower2019",
        "SGD: General Analysis and Improved Rates",
        (
            "Robert Mansel Gower",
            "Nicolas Loizou",
            "Xun Qian",
            "Alibek Sailanbayev",
            "Egor Shulgin",
            "Peter Richtárik",
        ),
        2019,
        "1901.09401",
        note=_UNREAD,
        venue="International Conference on Machine Learning (ICML), PMLR 97, 5200-5209",
    ),
    Paper(
        "kovalev2020",
        "Optimal and Practical Algorithms for Smooth and Strongly Convex Decentralized Optimization",
        ("Dmitry Kovalev", "Adil Salim", "Peter Richtárik"),
        2020,
        "2006.11773",
        note=_UNREAD,
        venue="Advances in Neural Information Processing Systems (NeurIPS) 33",
    ),
    Paper(
        "alghunaim2021",
        "Decentralized Proximal Gradient Algorithms With Linear Convergence Rates",
        ("Sulaiman A. Alghunaim", "Ernest K. Ryu", "Kun Yuan", "Ali H. Sayed"),
        2021,
        "1909.06479",
        doi="10.1109/TAC.2020.3009363",
        note=_UNREAD,
        venue="IEEE Transactions on Automatic Control 66(6), 2787-2794",
    ),
    Paper(
        "wang2021",
        "A Field Guide to Federated Optimization",
        ("Jianyu Wang", "Zachary Charles", "Zheng Xu", "Gauri Joshi", "H. Brendan McMahan", "and others"),
        2021,
        "2107.06917",
        note=_UNREAD,
    ),
    Paper(
        "nedic2009b",
        "On Distributed Averaging Algorithms and Quantization Effects",
        ("Angelia Nedić", "Alex Olshevsky", "Asuman Ozdaglar", "John N. Tsitsiklis"),
        2009,
        "0711.4179",
        doi="10.1109/TAC.2009.2031203",
        note=_UNREAD,
        venue="IEEE Transactions on Automatic Control 54(11), 2506-2517",
    ),
    Paper(
        "chen2012",
        "Diffusion Adaptation Strategies for Distributed Optimization and Learning Over Networks",
        ("Jianshu Chen", "Ali H. Sayed"),
        2012,
        "1111.0034",
        doi="10.1109/TSP.2012.2198470",
        note=_UNREAD,
        venue="IEEE Transactions on Signal Processing 60(8), 4289-4305",
    ),
    Paper(
        "abadi2016",
        "Deep Learning with Differential Privacy",
        (
            "Martín Abadi",
            "Andy Chu",
            "Ian Goodfellow",
            "H. Brendan McMahan",
            "Ilya Mironov",
            "Kunal Talwar",
            "Li Zhang",
        ),
        2016,
        "1607.00133",
        doi="10.1145/2976749.2978318",
        note=_UNREAD,
        venue="ACM Conference on Computer and Communications Security (CCS), 308-318",
    ),
    Paper(
        "mironov2017",
        "Rényi Differential Privacy",
        ("Ilya Mironov",),
        2017,
        "1702.07476",
        "v3",
        doi="10.1109/CSF.2017.11",
        note=_ACCOUNTANT,
        venue="IEEE Computer Security Foundations Symposium (CSF), 263-275",
    ),
    Paper(
        "karimireddy2019",
        "Error Feedback Fixes SignSGD and other Gradient Compression Schemes",
        ("Sai Praneeth Karimireddy", "Quentin Rebjock", "Sebastian U. Stich", "Martin Jaggi"),
        2019,
        "1901.09847",
        note=_UNREAD,
        venue="International Conference on Machine Learning (ICML), PMLR 97, 3252-3261",
    ),
    Paper(
        "yu2019",
        "Parallel Restarted SGD with Faster Convergence and Less Communication: Demystifying Why Model Averaging Works "
        "for Deep Learning",
        ("Hao Yu", "Sen Yang", "Shenghuo Zhu"),
        2019,
        "1807.06629",
        note=_UNREAD,
        venue="AAAI Conference on Artificial Intelligence 33, 5693-5700",
    ),
    Paper(
        "canonne2020",
        "The Discrete Gaussian for Differential Privacy",
        ("Clément L. Canonne", "Gautam Kamath", "Thomas Steinke"),
        2020,
        "2004.00010",
        "v4",
        note=_ACCOUNTANT,
        venue="Advances in Neural Information Processing Systems (NeurIPS) 33",
    ),
    Paper(
        "gorbunov2020",
        "A Unified Theory of SGD: Variance Reduction, Sampling, Quantization and Coordinate Descent",
        ("Eduard Gorbunov", "Filip Hanzely", "Peter Richtárik"),
        2020,
        "1905.11261",
        note=_UNREAD,
        venue="International Conference on Artificial Intelligence and Statistics (AISTATS), PMLR 108, 680-690",
    ),
    Paper(
        "kong2021",
        "Consensus Control for Decentralized Deep Learning",
        ("Lingjing Kong", "Tao Lin", "Anastasia Koloskova", "Martin Jaggi", "Sebastian U. Stich"),
        2021,
        "2102.04828",
        note=_UNREAD,
        venue="International Conference on Machine Learning (ICML), PMLR 139, 5686-5696",
    ),
    Paper(
        "mishchenko2022",
        "ProxSkip: Yes! Local Gradient Steps Provably Lead to Communication Acceleration! Finally!",
        ("Konstantin Mishchenko", "Grigory Malinovsky", "Sebastian Stich", "Peter Richtárik"),
        2022,
        "2202.09357",
        note=_UNREAD,
        short="ProxSkip",
        venue="International Conference on Machine Learning (ICML), PMLR 162, 15750-15769",
    ),
    Paper(
        "wang2019",
        "MATCHA: Speeding Up Decentralized SGD via Matching Decomposition Sampling",
        ("Jianyu Wang", "Anit Kumar Sahu", "Zhouyi Yang", "Gauri Joshi", "Soummya Kar"),
        2019,
        "1905.09435",
        doi="10.1109/ICC47138.2019.9123209",
        note=_UNREAD,
        short="MATCHA",
        venue="Indian Control Conference (ICC), 299-300",
    ),
    Paper(
        "pu2021",
        "Distributed stochastic gradient tracking methods",
        ("Shi Pu", "Angelia Nedić"),
        2021,
        "1805.11454",
        doi="10.1007/s10107-020-01487-0",
        note="Stated as commonly cited: of the paper only the beginning could be read",
        short="DSGT",
        venue="Mathematical Programming 187, 409-457",
    ),
    Paper(
        "li2020b",
        "Federated Optimization in Heterogeneous Networks",
        (
            "Tian Li",
            "Anit Kumar Sahu",
            "Manzil Zaheer",
            "Maziar Sanjabi",
            "Ameet Talwalkar",
            "Virginia Smith",
        ),
        2020,
        "1812.06127",
        note="As quoted in a public exposition of its proof; the paper itself could not be read",
        short="FedProx",
        venue="Proceedings of Machine Learning and Systems (MLSys) 2, 429-450",
    ),
    Paper(
        "horvath2019",
        "Natural Compression for Distributed Deep Learning",
        (
            "Samuel Horváth",
            "Chen-Yu Ho",
            "Ľudovít Horváth",
            "Atal Narayan Sahu",
            "Marco Canini",
            "Peter Richtárik",
        ),
        2019,
        "1905.10988",
        note=_TRANSCRIBED,
        venue="Mathematical and Scientific Machine Learning (MSML 2022), PMLR 190, 129-141",
    ),
    Paper(
        "hardt2016",
        "Train faster, generalize better: Stability of stochastic gradient descent",
        (
            "Moritz Hardt",
            "Benjamin Recht",
            "Yoram Singer",
        ),
        2016,
        "1509.01240",
        note=_UNREAD,
        venue="International Conference on Machine Learning (ICML), PMLR 48, 1225-1234",
    ),
    Paper(
        "hanzely2020",
        "Federated Learning of a Mixture of Global and Local Models",
        (
            "Filip Hanzely",
            "Peter Richtárik",
        ),
        2020,
        "2002.05516",
        note=_UNREAD,
    ),
    Paper(
        "mishchenko2019",
        "Distributed Learning with Compressed Gradient Differences",
        (
            "Konstantin Mishchenko",
            "Eduard Gorbunov",
            "Martin Takáč",
            "Peter Richtárik",
        ),
        2019,
        "1901.09269",
        note=_UNREAD,
        short="DIANA",
        venue="Optimization Methods and Software",
    ),
    Paper(
        "beznosikov2020",
        "On Biased Compression for Distributed Learning",
        (
            "Aleksandr Beznosikov",
            "Samuel Horváth",
            "Peter Richtárik",
            "Mher Safaryan",
        ),
        2020,
        "2002.12410",
        note=_UNREAD,
        venue="Journal of Machine Learning Research 24(276), 1-50",
    ),
    Paper(
        "mixproof",
        "Results that no paper states",
        ("The mixproof founders",),
        2026,
        "",
        note="Found and proved here; nothing of it is any other author's claim",
        short="mixproof",
    ),
)
PAPERS: Mapping[str, Paper] = {paper.id: paper for paper in _ALL}
