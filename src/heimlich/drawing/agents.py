"""The agents of Heimlich & Co. as they are drawn: their colours and hats."""

# The agents' colours and hats, as the page draws them (web/src/theme.css, boards/heimlich_co/pieces/hats.ts); a test
# compares. A hat: its shape, its trim, its middle, and how much it is enlarged.
COLOURS = {
    "gray": ("#9aa1ad", "#10131a"),
    "yellow": ("#f2cd38", "#1d1600"),
    "orange": ("#ef8a23", "#1d0f00"),
    "red": ("#cf2f2f", "#ffffff"),
    "green": ("#227d3f", "#ffffff"),
    "blue": ("#2c6ad0", "#ffffff"),
    "violet": ("#8a4cc2", "#ffffff"),
}
HATS: dict[str, tuple[str, str, tuple[float, float], float]] = {
    "gray": ("M-18-65Q0-74 18-65L12-54V-50H-11Q-17-45-25-47Q-23-53-12-54Z", "M-12-54.5H12", (-3.5, -58), 1.08),
    "yellow": (
        "M-10-54C-13-66-8-73-4-72Q0-67 4-72C8-73 13-66 10-54Q20-54 25-64Q28-48 0-46Q-28-48-25-64Q-20-54-10-54Z",
        "M-10.5-55Q0-51 10.5-55",
        (0, -59),
        0.92,
    ),
    "orange": ("M-11-53L-13-73H13L11-53H21V-47H-21V-53Z", "M-11.4-57H11.4", (0, -60), 1.08),
    "red": ("M-12-50Q-26-52-22-61Q-15-69 2-68L3-73H7L6-68Q19-66 18-57Q17-51 12-50Z", "M-12-53H12", (-3, -61), 1.12),
    "green": (
        "M-14-66Q0-73 14-66L15-55Q22-54 21-40Q17-35 11-38V-51H-11V-38Q-17-35-21-40Q-22-54-15-55Z",
        "M-9-52.5V-62Q0-65 9-62V-52.5Z",
        (0, -53.5),
        1.05,
    ),
    "blue": (
        "M-12-54C-14-68-8-73 0-73C8-73 14-68 12-54Q17-54 20-58Q21-49 0-47Q-21-49-20-58Q-17-54-12-54Z",
        "M-12.3-56Q0-52 12.3-56",
        (0, -60),
        1.12,
    ),
    "violet": (
        "M-13-48V-55Q-13-63-5-65A6 6 0 1 1 5-65Q13-63 13-55V-48Q0-46-13-48Z",
        "M-13-55Q0-53 13-55M-6-54.5V-48M0-54.5V-48M6-54.5V-48",
        (0, -60),
        1.32,
    ),
}
