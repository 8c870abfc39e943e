"""Trains the recogniser, from rendering strips to the exported weights.

    python3 train.py NETWORK... [--minutes 95] [--workers 1] [--threads 1]

It uses a GPU if PyTorch finds one. Several networks are trained at once, each by
a process of its own. Generators run beside them (shards.py) and are started
again when they end, so that a change to the rendering takes effect by ending
them. A run that was broken off goes on from its last checkpoint: the schedule
counts the minutes trained, not the hour. A checkpoint of a network with fewer
blocks or classes is grown (model.grow). At the end the weights are exported
(export.py) and measured (evaluate.py).
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

import numpy as np
import torch
from torch import multiprocessing
from torch.nn import functional as F

import shards
from model import BLANK, HEIGHT, grow
from networks import NETWORKS

HERE = os.path.dirname(os.path.abspath(__file__))
COLUMNS = {"cpu": 14000, "cuda": 65536}  # of strips in a batch
POOL = {"cpu": 1 << 30, "cuda": 4 << 30}  # bytes of strips in memory
FUSED = {"cpu": {}, "cuda": {"fused": True}}  # how the optimizer runs
LONGEST = 2400  # columns of the longest strip that is learned from
RATE = 3e-3  # peak of the learning rate of a run from nothing
WARMUP = 0.04  # share of the time until that peak
RAMP = 100  # steps in which a grown network's rate rises to the schedule's
AVERAGE = 0.999  # of the weights' exponential moving average
REAL = 0.15  # strips of real documents to one rendered, where there are some
BATCHES = 48  # drawn at a time, then sorted by width: little padding in each


def batches(pool, columns, rng):
    """For ever: (ink f32[B,1,32,W], classes, lengths, weights). W is one of few
    numbers, and B columns/W."""
    each = columns // 400  # strips of usual width in a batch
    while True:
        pool.refresh()
        drawn = pool.draw(rng, BATCHES * each, int(REAL * BATCHES * each))
        stretch = np.where(rng.random(len(drawn)) < 0.3, rng.uniform(0.9, 1.12, len(drawn)), 1)
        widths = np.ceil(drawn[:, 1] * stretch).astype(np.int64)
        order = np.argsort(-widths)
        groups, at = [], 0
        while at < len(order):
            widest = int(widths[order[at]])
            step = 32 if widest <= 512 else 64 if widest <= 1024 else 128
            width = -(-widest // step) * step
            if at + columns // width > len(order):
                break
            groups.append((order[at : at + columns // width], width))
            at += columns // width
        rng.shuffle(groups)
        for group, width in groups:
            yield assemble(pool, drawn[group], widths[group], stretch[group], width, rng)


def assemble(pool, rows, widths, stretch, width, rng):
    """A padded batch, each strip anew a little shifted, darkened, stretched."""
    n, device = len(rows), pool.pixels.device
    left = np.where(rng.random(n) < 0.5, rng.random(n) * (width - widths + 1), 0).astype(np.int64)
    toned = rng.random(n) < 0.5
    gain = np.where(toned, rng.uniform(0.75, 1.2, n), 1)
    shift = np.where(toned, rng.uniform(-12, 6, n), 0)
    noise = np.where(rng.random(n) < 0.15, rng.uniform(2, 10, n), 0)
    down = rng.choice((-1, 0, 0, 0, 1), n)
    start, wide, left, down = torch.from_numpy(np.stack((rows[:, 0], rows[:, 1], left, down))).to(device)[:, :, None, None]
    stretch, gain, shift, noise = torch.from_numpy(np.stack((stretch, gain, shift, noise)).astype(np.float32)).to(device)[:, :, None, None]
    y = torch.arange(HEIGHT, device=device)[None, :, None] - down
    x = (torch.arange(width, device=device)[None, None, :] - left + 0.5) / stretch - 0.5
    first = x.floor()
    part, first = x - first, first.long()
    line = start + y.clamp(0, HEIGHT - 1) * wide

    def column(at):
        inside = (at >= 0) & (at < wide) & (y >= 0) & (y < HEIGHT)
        pixels = pool.pixels[line + torch.minimum(at.clamp(min=0), wide - 1)]
        return (255 - pixels.float()) * inside, inside

    a, inside = column(first)
    b, _ = column(first + 1)
    ink = torch.lerp(a, b, part) * gain + shift + noise * torch.randn(a.shape, device=device)
    ink = ink.clamp(0, 255) * inside / 255
    classes = torch.from_numpy(pool.text(rows).astype(np.int64)).to(device)
    weights = torch.from_numpy(rows[:, 4].astype(np.float32)).to(device)
    return ink[:, None], classes, torch.from_numpy(rows[:, 3]), weights


def cost(logits, classes, lengths, weights):
    """CTC loss per character; strips of many digits count double."""
    steps = torch.full((logits.shape[0],), logits.shape[1], dtype=torch.long)
    each = F.ctc_loss(
        logits.log_softmax(-1).permute(1, 0, 2), classes, steps, lengths,
        blank=BLANK, reduction="none", zero_infinity=True,
    )
    return (each * weights).sum() / (lengths.to(weights.device) * weights).sum()


def rate(done, peak):
    """The learning rate after that share of the time: up, then down as a cosine."""
    if done < WARMUP:
        return peak * (0.04 + 0.96 * done / WARMUP)
    return peak * (0.004 + 0.996 * 0.5 * (1 + np.cos(np.pi * min(1, (done - WARMUP) / (1 - WARMUP)))))


class Generators:
    """Processes that render strips for networks, about count in all; none if it is 0
    and others write into the folder."""

    def __init__(self, folder, names, count):
        self.folder, self.names = folder, names
        self.counts = [-(-count // len(names))] * len(names)
        self.running = [None] * len(names)
        for name in names:
            os.makedirs(os.path.join(folder, name), exist_ok=True)

    def tend(self):
        """Starts those that do not run."""
        for i, p in enumerate(self.running):
            if self.counts[i] and (p is None or p.poll() is not None):
                seed = (int(time.time() * 1000) % (1 << 40) * 16 + i) * 64
                self.running[i] = subprocess.Popen([
                    sys.executable, os.path.join(HERE, "shards.py"), os.path.join(self.folder, self.names[i]),
                    str(seed), str(NETWORKS[self.names[i]].foreign), str(self.counts[i]),
                ])

    def end(self):
        for p in self.running:
            if p:
                p.terminate()


class Average:
    """The exponential moving average of a network's state."""

    def __init__(self, state):
        self.state = {k: v.detach().clone() for k, v in state.items()}
        self.steps = 0

    def add(self, state, every):
        """Takes in the state after so many steps."""
        self.steps += every
        keep = min(AVERAGE, (1 + self.steps) / (10 + self.steps)) ** every
        for k, v in state.items():
            if v.dtype.is_floating_point:
                self.state[k].lerp_(v, 1 - keep)


EVERY = 4  # steps from one state in the average to the next


def train(name, args):
    network = NETWORKS[name]
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    rng = np.random.default_rng(args.seed + int(time.time()))
    path = args.checkpoint or network.checkpoint
    os.makedirs(os.path.dirname(path), exist_ok=True)
    net = network.new().to(device, memory_format=torch.channels_last)
    optimizer = torch.optim.AdamW(net.parameters(), RATE, betas=(0.9, 0.99), weight_decay=0.01, **FUSED[device.type])
    average, step, trained, strips = Average(net.state_dict()), 0, 0.0, 0
    began = -RAMP  # the step at which the optimizer began anew
    begin = path if os.path.exists(path) else args.begin or path
    if os.path.exists(begin) and not args.fresh:
        saved = torch.load(begin, map_location=device, weights_only=False)
        state = saved["net"]
        if begin == path:
            step, trained, strips = saved["step"], saved["trained"], saved["strips"]
        else:
            state = saved["average"]
        net.load_state_dict(grow(state, net))
        average = Average(grow(saved["average"], net))
        average.steps = step
        if saved["shape"] == net.shape and len(saved["alphabet"]) == net.classes and saved["optimizer"] and begin == path:
            optimizer.load_state_dict(saved["optimizer"])
        else:  # grown, or restored from the weights
            began = step
    total = 60 * args.minutes
    kept = shards.labelled(args.real, args.groups.split(",")) if args.real else None
    folders = [os.path.join(args.data, n) for n in network.learns]
    pool = shards.Pool(folders, device, POOL[device.type], LONGEST, net.classes, kept)
    while pool.refresh() < 4 * shards.SHARD:
        time.sleep(0.2)
    source = batches(pool, COLUMNS[device.type], rng)
    net.train()
    last = saved_at = logged_at = time.time()
    loss_sum, losses, seen = torch.zeros((), device=device), 0, 0
    while trained < total and (not args.until or time.time() < args.until):
        for group in optimizer.param_groups:
            group["lr"] = rate(trained / total, args.rate) * min(1, (step - began + 1) / RAMP)
        ink, classes, lengths, weights = next(source)
        with torch.autocast(device.type, dtype=torch.bfloat16):
            logits = net(ink.contiguous(memory_format=torch.channels_last))
        loss = cost(logits, classes, lengths, weights)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        step += 1
        strips += len(lengths)
        seen += len(lengths)
        loss_sum, losses = loss_sum + loss.detach(), losses + 1
        if step % EVERY == 0:
            average.add(net.state_dict(), EVERY)
        now = time.time()
        trained += min(now - last, 10)
        last = now
        if now - logged_at > args.log:
            print(json.dumps({
                "at": time.strftime("%H:%M:%S"), "network": name, "minutes": round(trained / 60, 1), "step": step, "strips": strips,
                "loss": round(float(loss_sum) / losses, 4), "per_second": round(seen / (now - logged_at)),
                "rendered": pool.seen, "rate": round(float(rate(trained / total, args.rate)), 6),
            }), flush=True)
            loss_sum, losses, seen, logged_at = torch.zeros((), device=device), 0, 0, now
        if now - saved_at > 60:
            save(network, path, net, optimizer, average, step, trained, strips)
            saved_at = now
    save(network, path, net, optimizer, average, step, trained, strips)


def save(network, path, net, optimizer, average, step, trained, strips):
    torch.save({
        "net": net.state_dict(), "optimizer": optimizer.state_dict(), "average": average.state,
        "step": step, "trained": trained, "strips": strips, "shape": net.shape, "alphabet": network.alphabet,
    }, path + ".part")
    os.replace(path + ".part", path)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("networks", nargs="+", choices=NETWORKS, metavar="NETWORK")
    p.add_argument("--minutes", type=float, default=95, help="of training in all, earlier runs included")
    p.add_argument("--until", type=float, default=0, help="Unix time at which to stop in any case")
    p.add_argument("--workers", type=int, default=1, help="processes that render strips; 0 if they run already")
    p.add_argument("--threads", type=int, default=1, help="of each trainer; one is faster than two that others disturb")
    p.add_argument("--data", default=os.path.join(tempfile.gettempdir(), "ocrdata"), help="folder for rendered strips")
    p.add_argument("--rate", type=float, default=RATE, help="peak of the learning rate")
    p.add_argument("--real", help="folder of labelled strips (shards.labelled) to mix in")
    p.add_argument("--groups", default="1,2,3", help="of them to learn from")
    p.add_argument("--checkpoint", help="file of one network's checkpoint, if not that in checkpoints")
    p.add_argument("--begin", help="checkpoint whose averaged weights to begin with if the other does not exist")
    p.add_argument("--log", type=float, default=30, help="seconds between lines of the log")
    p.add_argument("--fresh", action="store_true", help="begin anew")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--only-train", action="store_true", help="do not export and measure")
    args = p.parse_args()
    names = {n for name in args.networks for n in NETWORKS[name].learns}
    generators = Generators(args.data, sorted(names), args.workers)
    trainers = [multiprocessing.get_context("spawn").Process(target=train, args=(name, args)) for name in args.networks]
    for t in trainers:
        t.start()
    while any(t.is_alive() for t in trainers):
        generators.tend()
        time.sleep(1)
    generators.end()
    if any(t.exitcode for t in trainers):
        raise SystemExit(1)
    for name in args.networks if not args.only_train else ():
        for script in ("export.py", "evaluate.py"):
            subprocess.run([sys.executable, os.path.join(HERE, script), name], check=True)


if __name__ == "__main__":
    main()
