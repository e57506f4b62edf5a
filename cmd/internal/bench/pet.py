# A pet as one would write it with Qt: python3 pet.py SHEET idle|hidden|gaze|working
# It says "ready", plays the rows of the same sheet with the same times, and is dragged with the left button.
import math, sys, time
from PyQt5.QtCore import QRect, QRectF, Qt, QTimer
from PyQt5.QtGui import QColor, QCursor, QPainter, QPixmap
from PyQt5.QtWidgets import QApplication, QWidget

WIDTH, HEIGHT, SCALE, COLUMN = 192, 208, 0.6, 328
IDLE = 0, [1680, 660, 660, 840, 840, 1920]
DRAG = 1, [120] * 7 + [220]
WORK = 7, [120] * 5 + [220]


class Pet(QWidget):
    def __init__(self, sheet, mode):
        super().__init__(None, Qt.FramelessWindowHint | Qt.WindowStaysOnTopHint | Qt.Tool)
        self.setAttribute(Qt.WA_TranslucentBackground)
        self.setAttribute(Qt.WA_ShowWithoutActivating)
        self.sheet, self.mode = QPixmap(sheet), mode
        self.bubbles = 5 if mode == "working" else 0
        self.row, self.times = WORK if self.bubbles else IDLE
        self.frame, self.cell, self.grabbed, self.begin = 0, (self.row, 0), None, time.time()
        w, h = int(WIDTH * SCALE), int(HEIGHT * SCALE)
        self.setGeometry(1230 - max(w, COLUMN), 750 - h - 95 * self.bubbles, max(w, COLUMN if self.bubbles else w), h + 95 * self.bubbles)
        QTimer.singleShot(self.times[0], self.step)
        if mode in ("gaze", "idle"):
            self.eyes = QTimer(self, interval=100, timeout=self.gaze)
            self.eyes.start()
        if self.bubbles:
            self.clock = QTimer(self, interval=1000, timeout=lambda: self.update(0, 0, self.width(), 95 * self.bubbles))
            self.clock.start()

    def pet(self):
        return QRect(self.width() - int(WIDTH * SCALE), self.height() - int(HEIGHT * SCALE), int(WIDTH * SCALE), int(HEIGHT * SCALE))

    def show_cell(self, cell):
        if cell != self.cell:
            self.cell = cell
            self.update(self.pet())

    def step(self):
        self.frame = (self.frame + 1) % len(self.times)
        self.show_cell((self.row, self.frame))
        QTimer.singleShot(self.times[self.frame], self.step)

    def gaze(self):
        d = QCursor.pos() - self.mapToGlobal(self.pet().center())
        if self.grabbed is None and 48 < math.hypot(d.x(), d.y()) < 600:
            i = round(math.atan2(d.x(), -d.y()) / math.pi * 8) % 16
            self.show_cell((9 + i // 8, i % 8))

    def paintEvent(self, event):
        p = QPainter(self)
        p.setRenderHints(QPainter.SmoothPixmapTransform | QPainter.Antialiasing)
        p.drawPixmap(QRectF(self.pet()), self.sheet, QRectF(self.cell[1] * WIDTH, self.cell[0] * HEIGHT, WIDTH, HEIGHT))
        for i in range(self.bubbles):
            card = QRect(1, 95 * i + 1, COLUMN - 2, 86)
            if card.intersects(event.rect()):
                p.setBrush(QColor("white"))
                p.setPen(QColor("#d0d0d8"))
                p.drawRoundedRect(card, 12, 12)
                p.setPen(QColor("#202028"))
                p.drawText(card.adjusted(14, 10, -14, -10), Qt.AlignLeft, "task number %d\nRunning tool\nBash python3 -c" % i)
                p.drawText(card.adjusted(14, 10, -14, -10), Qt.AlignRight, "running %ds" % (time.time() - self.begin))

    def mousePressEvent(self, e):
        self.grabbed, (self.row, self.times) = e.globalPos() - self.pos(), DRAG

    def mouseMoveEvent(self, e):
        self.move(e.globalPos() - self.grabbed)

    def mouseReleaseEvent(self, _):
        self.grabbed, (self.row, self.times), self.frame = None, IDLE, 0


app = QApplication(sys.argv)
pet = Pet(sys.argv[1], sys.argv[2])
if sys.argv[2] != "hidden":
    pet.show()
print("ready", flush=True)
app.exec_()
