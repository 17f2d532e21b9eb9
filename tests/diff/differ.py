# Does the simulator agree with the reference model? Random programs are run through both.
#
# The file knows the command line and the JSON answer of `kc sim` and compares cycles, instruction
# count, outcome, registers and memory dumps. After a trap it compares outcome, pc, cycles and
# instruction count only, because the memories of an interrupted instruction are not defined.
#
#   differ.py KC [--count N] [--seed S] [--keep FOLDER]
import argparse
import json
import math
import os
import subprocess
import sys
import tempfile

from gen import generate
from plena_model import Model, assemble

TIMEOUT_SECONDS = 60
ELEMENT_BYTES = {'vram': 2, 'mram': 2, 'fpram': 2, 'intram': 4, 'hbm': 1}


def platform(program):
    options = {'rev': program.rev, **program.config}
    return 'plena:' + ','.join(f'{name}={value}' for name, value in options.items())


def write_case(program, folder):
    """Write the program and its preloads; returns the arguments for the simulator."""
    source = os.path.join(folder, 'program.s')
    with open(source, 'w') as file:
        file.write(program.text)
    arguments = ['sim', platform(program), source, '--json']
    for region, at, data in program.preloads:
        path = os.path.join(folder, f'{region}{at}.bin')
        with open(path, 'wb') as file:
            file.write(data)
        place = f'{region}@{at}' if at else region
        arguments += ['--load', f'{place}={path}']
    for region, start, end in program.dumps:
        arguments += ['--dump', f'{region}[{start}:{end}]']
    return arguments


def run_model(program):
    model = Model(program.rev, **program.config)
    for region, at, data in program.preloads:
        model.load(region, data, at)
    return model, model.run(assemble(program.rev, program.text))


def run_simulator(kc, arguments):
    """The JSON answer, or a dictionary with the key 'error'."""
    try:
        done = subprocess.run([kc, *arguments], capture_output=True, text=True, timeout=TIMEOUT_SECONDS)
        return json.loads(done.stdout)
    except subprocess.TimeoutExpired:
        return {'error': f'no answer within {TIMEOUT_SECONDS} s'}
    except (ValueError, OSError) as problem:
        said = done.stderr.strip().split('\n')[0] if isinstance(problem, ValueError) else ''
        return {'error': f'{problem}; {said}'[:200]}


def same_number(expected, got):
    if isinstance(expected, float):
        try:
            got = float(got)
        except (TypeError, ValueError):
            return False
        return got == expected or (math.isnan(expected) and math.isnan(got))
    return got == expected


def compare_registers(model, answer):
    got = answer.get('registers', {})
    return [(name, expected, got.get(name)) for name, expected in model.registers().items()
            if not same_number(expected, got.get(name))]


def first_difference(region, start, expected, got):
    """A compact description of where two dumps part."""
    width = ELEMENT_BYTES[region]
    if len(expected) != len(got):
        return f'{region} dump size', len(expected), len(got)
    differing = [i for i in range(0, len(expected), width) if expected[i:i + width] != got[i:i + width]]
    at = differing[0]
    return (f'{region}[{start + at // width}] (first of {len(differing)})',
            expected[at:at + width][::-1].hex(), got[at:at + width][::-1].hex())


def compare_dumps(program, model, answer):
    found = []
    got = {(part['region'], part['address']): bytes.fromhex(part['hex']) for part in answer.get('dump', [])}
    for region, start, end in program.dumps:
        expected, actual = model.dump(region, start, end), got.get((region, start), b'')
        if expected != actual:
            found.append(first_difference(region, start, expected, actual))
    return found


def compare(program, answer):
    """Mismatches as (what, expected, got)."""
    model, result = run_model(program)
    if 'error' in answer:
        return [('answer', result.outcome, answer['error'])]
    keys = ['outcome', 'cycles', 'instructions'] + (['pc'] if result.outcome == 'trap' else [])
    found = [(key, getattr(result, key), answer.get(key)) for key in keys
             if getattr(result, key) != answer.get(key)]
    if found and 'cause' in answer:
        found.append(('cause', result.cause, answer['cause']))
    if result.outcome == 'halted' and answer.get('outcome') == 'halted':
        found += compare_registers(model, answer)
        found += compare_dumps(program, model, answer)
    return found


def keep_case(program, keep, kc):
    folder = os.path.join(keep, f'seed{program.seed}')
    os.makedirs(folder, exist_ok=True)
    arguments = write_case(program, folder)
    with open(os.path.join(folder, 'command'), 'w') as file:
        file.write(' '.join(f"'{argument}'" for argument in [kc, *arguments]) + '\n')


def try_seed(seed, kc, keep):
    """Run one program through both; returns whether they agree."""
    program = generate(seed)
    with tempfile.TemporaryDirectory() as folder:
        answer = run_simulator(kc, write_case(program, folder))
    found = compare(program, answer)
    for what, expected, got in found:
        print(f'seed {seed} ({program.rev}, mlen {program.config["mlen"]}): {what}: '
              f'expected {expected}, got {got}')
    if found and keep:
        keep_case(program, keep, kc)
    return not found


def main():
    parser = argparse.ArgumentParser(description='compare the simulator with the reference model')
    parser.add_argument('kc', help='path of the simulator binary')
    parser.add_argument('--count', type=int, default=60)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--keep', help='folder for the programs that differ')
    options = parser.parse_args()
    passed = sum(try_seed(seed, options.kc, options.keep)
                 for seed in range(options.seed, options.seed + options.count))
    failed = options.count - passed
    print(f'{passed} passed, {failed} failed')
    sys.exit(1 if failed else 0)


if __name__ == '__main__':
    main()
