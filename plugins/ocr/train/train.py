"""Trains the recogniser, from rendering strips to the exported weights.

    python3 train.py NETWORK [--minutes 95] [--workers 1] [--threads 1]

Generators run beside it (shards.py) and are started again when they end, so
that a change to the rendering takes effect by ending them. A run that was
broken off goes on from its last checkpoint: the schedule counts the minutes
trained, not the hour. A checkpoint of a network with fewer blocks is grown
(model.grow): a small one learns the beginning faster. At the end the weights are exported (export.py) and
measured (evaluate.py).
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time

import numpy as np
import torch
from torch.nn import functional as F

import alphabet
import shards
from model import BLANK, HEIGHT, grow
from networks import NETWORKS
from shards import Pool

HERE = os.path.dirname(os.path.abspath(__file__))
COLUMNS = 14000  # of strips in a batch
LONGEST = 2400  # columns of the longest strip that is learned from
RATE = 3e-3  # peak of the learning rate of a run from nothing
WARMUP = 0.04  # share of the time until that peak
RAMP = 100  # steps in which a grown network's rate rises to the schedule's
AVERAGE = 0.999  # of the weights' exponential moving average
REAL = 0.15  # strips of real documents to one rendered, where there are some
DRAWN = 1536  # strips drawn at a time, then sorted by width and cut into batches


def batches(pool, real, classes, rng):
    """For ever: (ink f32[B,1,32,W], classes, lengths), little padding in each.
    real are strips of real documents, or none. Strips that hold another than the
    first so many classes are left out."""
    while True:
        pool.refresh()
        drawn = pool.draw(rng, DRAWN)
        if real:
            drawn += [real[rng.randrange(len(real))] for _ in range(int(REAL * DRAWN))]
        drawn = [s for s in drawn if s[0].shape[1] <= LONGEST and s[1].max(initial=0) < classes]
        drawn.sort(key=lambda s: s[0].shape[1] * rng.uniform(0.93, 1.07))
        groups, group, widest = [], [], 0
        for s in drawn:
            width = max(widest, s[0].shape[1])
            if group and width * (len(group) + 1) > COLUMNS:
                groups.append(group)
                group, width = [], s[0].shape[1]
            group.append(s)
            widest = width
        rng.shuffle(groups)
        for g in groups:
            yield assemble(g, rng)


def assemble(group, rng):
    """A padded batch, each strip anew a little shifted, darkened, stretched."""
    width = -(-(max(s.shape[1] for s, _ in group) + rng.randrange(9)) // 4) * 4
    batch = np.zeros((len(group), 1, HEIGHT, width), np.float32)
    for i, (pixels, _) in enumerate(group):
        ink = 255.0 - pixels.astype(np.float32)
        if rng.random() < 0.5:
            ink = np.clip(ink * rng.uniform(0.75, 1.2) + rng.uniform(-12, 6), 0, 255)
        if rng.random() < 0.15:
            ink = np.clip(ink + rng.uniform(2, 10) * NOISE[: ink.size].reshape(ink.shape), 0, 255)
        down = rng.choice((-1, 0, 0, 0, 1))
        left = rng.randrange(width - pixels.shape[1] + 1) if rng.random() < 0.5 else 0
        rows = HEIGHT - abs(down)
        batch[i, 0, max(down, 0) : max(down, 0) + rows, left : left + pixels.shape[1]] = ink[
            max(-down, 0) : max(-down, 0) + rows
        ]
    ink = torch.from_numpy(batch / 255)
    if rng.random() < 0.3:
        target = max(4, int(width * rng.uniform(0.9, 1.12)) // 4 * 4)
        ink = F.interpolate(ink, (HEIGHT, target), mode="bilinear", align_corners=False)
    classes = torch.from_numpy(np.concatenate([c for _, c in group]).astype(np.int64))
    return ink, classes, torch.tensor([len(c) for _, c in group])


NOISE = np.random.RandomState(1).randn(HEIGHT * (LONGEST + 8)).astype(np.float32)


def cost(logits, classes, lengths):
    """CTC loss per character; strips of many digits count double."""
    steps = torch.full((logits.shape[0],), logits.shape[1], dtype=torch.long)
    each = F.ctc_loss(
        logits.log_softmax(-1).permute(1, 0, 2), classes, steps, lengths,
        blank=BLANK, reduction="none", zero_infinity=True,
    )
    digits = torch.stack([d.sum() for d in torch.isin(classes, DIGITS).split(lengths.tolist())])
    weight = 1 + (digits > 0.3 * lengths).float()
    return (each * weight).sum() / (lengths * weight).sum()


DIGITS = torch.tensor([alphabet.INDEX[c] for c in "0123456789"])


def rate(done, peak):
    """The learning rate after that share of the time: up, then down as a cosine."""
    if done < WARMUP:
        return peak * (0.04 + 0.96 * done / WARMUP)
    return peak * (0.004 + 0.996 * 0.5 * (1 + np.cos(np.pi * min(1, (done - WARMUP) / (1 - WARMUP)))))


class Generators:
    def __init__(self, folder, count, foreign):
        self.folder, self.running, self.foreign = folder, [None] * count, foreign

    def tend(self):
        for i, p in enumerate(self.running):
            if p is None or p.poll() is not None:
                seed = int(time.time() * 1000) % (1 << 40) * 16 + i
                self.running[i] = subprocess.Popen([sys.executable, os.path.join(HERE, "shards.py"), self.folder, str(seed), str(self.foreign)])

    def end(self):
        for p in self.running:
            if p:
                p.terminate()


def train(args):
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    rng = random.Random(args.seed + int(time.time()))
    network = NETWORKS[args.network]
    path = network.checkpoint
    os.makedirs(os.path.dirname(path), exist_ok=True)
    os.makedirs(args.data, exist_ok=True)
    net = network.new().to(memory_format=torch.channels_last)
    optimizer = torch.optim.AdamW(net.parameters(), RATE, betas=(0.9, 0.99), weight_decay=0.01)
    average, step, trained, strips = None, 0, 0.0, 0
    began = -RAMP  # the step at which the optimizer began anew
    if os.path.exists(path) and not args.fresh:
        saved = torch.load(path)
        average, step, trained, strips = saved["average"], saved["step"], saved["trained"], saved["strips"]
        net.load_state_dict(grow(saved["net"], net))
        average = grow(average, net)
        if saved["shape"] == net.shape and saved["optimizer"]:
            optimizer.load_state_dict(saved["optimizer"])
        else:  # grown, or restored from the weights
            began = step
    total = 60 * args.minutes
    pool, generators = Pool(args.data), Generators(args.data, args.workers, network.foreign)
    generators.tend()
    while pool.refresh() < 4 * 512:
        generators.tend()
        time.sleep(1)
    last = saved_at = logged_at = time.time()
    losses, seen = [], 0
    real = shards.labelled(args.real, args.groups.split(",")) if args.real else []
    source = batches(pool, real, net.classes, rng)
    net.train()
    while trained < total and (not args.until or time.time() < args.until):
        for group in optimizer.param_groups:
            group["lr"] = rate(trained / total, args.rate) * min(1, (step - began + 1) / RAMP)
        ink, classes, lengths = next(source)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            logits = net(ink.contiguous(memory_format=torch.channels_last))
        loss = cost(logits, classes, lengths)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        step += 1
        strips += len(lengths)
        seen += len(lengths)
        losses.append(float(loss))
        keep = min(AVERAGE, (1 + step) / (10 + step))
        state = net.state_dict()
        if average is None:
            average = {k: v.detach().clone() for k, v in state.items()}
        for k, v in state.items():
            if v.dtype.is_floating_point:
                average[k].mul_(keep).add_(v, alpha=1 - keep)
        now = time.time()
        trained += min(now - last, 10)
        last = now
        if now - logged_at > 30:
            generators.tend()
            print(json.dumps({
                "at": time.strftime("%H:%M:%S"), "minutes": round(trained / 60, 1), "step": step, "strips": strips,
                "loss": round(float(np.mean(losses)), 4), "per_second": round(seen / (now - logged_at)),
                "rendered": pool.seen, "rate": round(float(rate(trained / total, args.rate)), 6),
            }), flush=True)
            losses, seen, logged_at = [], 0, now
        if now - saved_at > 180 or trained >= total:
            save(network, net, optimizer, average, step, trained, strips)
            saved_at = now
    save(network, net, optimizer, average, step, trained, strips)
    generators.end()


def save(network, net, optimizer, average, step, trained, strips):
    torch.save({
        "net": net.state_dict(), "optimizer": optimizer.state_dict(), "average": average,
        "step": step, "trained": trained, "strips": strips, "shape": net.shape, "alphabet": network.alphabet,
    }, network.checkpoint + ".part")
    os.replace(network.checkpoint + ".part", network.checkpoint)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("network", choices=NETWORKS)
    p.add_argument("--minutes", type=float, default=95, help="of training in all, earlier runs included")
    p.add_argument("--until", type=float, default=0, help="Unix time at which to stop in any case")
    p.add_argument("--workers", type=int, default=1, help="generators")
    p.add_argument("--threads", type=int, default=1, help="of the trainer; one is faster than two that others disturb")
    p.add_argument("--data", default=os.path.join(tempfile.gettempdir(), "ocrdata"), help="folder for rendered strips")
    p.add_argument("--rate", type=float, default=RATE, help="peak of the learning rate")
    p.add_argument("--real", help="folder of labelled strips (shards.labelled) to mix in")
    p.add_argument("--groups", default="1,2,3", help="of them to learn from")
    p.add_argument("--fresh", action="store_true", help="begin anew")
    p.add_argument("--seed", type=int, default=1)
    args = p.parse_args()
    train(args)
    for script in ("export.py", "evaluate.py"):
        subprocess.run([sys.executable, os.path.join(HERE, script), args.network], check=True)


if __name__ == "__main__":
    main()
