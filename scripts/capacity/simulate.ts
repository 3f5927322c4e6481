import { FairSchedule, type Ticket } from '@columnist/workers/testing';

/** Processors that the tasks of some stations share: each task has one at most. */
export interface Machine {
  readonly cores: number;
}
/** Where tasks wait: first come, first served, or by the turns of the worker pool. */
export interface Station {
  readonly machine: string;
  /** Tasks at the same time. */
  readonly places: number;
  readonly turns: 'first' | 'fair';
}
export interface Plant {
  readonly machines: Readonly<Record<string, Machine>>;
  readonly stations: Readonly<Record<string, Station>>;
}
/** A call and what it does, one stage after the other. */
export interface Call {
  /** Seconds since the beginning. */
  readonly at: number;
  readonly kind: string;
  readonly user: string;
  readonly lane: Ticket['lane'];
  readonly rights: Ticket['rights'];
  readonly stages: readonly { readonly station: string; readonly work: number }[];
}
export interface Outcome {
  /** Seconds from coming to the answer, of each call by its kind; of those that were answered. */
  readonly took: ReadonlyMap<string, readonly number[]>;
  /** Share of the time that the processors of a machine worked. */
  readonly busy: Readonly<Record<string, number>>;
  /** Calls that were refused because too many waited, and that were not answered at the end. */
  readonly refused: number;
  readonly unfinished: number;
}

interface Task extends Ticket {
  readonly call: Call;
  stage: number;
  /** Virtual time of the machine at which its work is done. */
  done: number;
}

/**
 * Tasks of a machine share its processors alike (processor sharing): its virtual time is the work
 * that each of them has had, and grows by the second while there is a processor for each.
 */
class Sharing {
  readonly #cores: number;
  readonly tasks = new Set<Task>();
  #virtual = 0;
  #at = 0;
  worked = 0;

  constructor(cores: number) {
    this.#cores = cores;
  }

  get #rate(): number {
    return Math.min(1, this.#cores / Math.max(1, this.tasks.size));
  }

  advance(now: number): void {
    const passed = now - this.#at;
    this.#virtual += passed * this.#rate;
    this.worked += passed * Math.min(this.#cores, this.tasks.size);
    this.#at = now;
  }

  add(task: Task, work: number): void {
    task.done = this.#virtual + work;
    this.tasks.add(task);
  }

  /** The task that is done next, and when; null where none runs. */
  next(): { readonly task: Task; readonly at: number } | null {
    let first: Task | null = null;
    for (const task of this.tasks) if (first === null || task.done < first.done) first = task;
    return first === null
      ? null
      : { task: first, at: this.#at + Math.max(0, first.done - this.#virtual) / this.#rate };
  }
}

/** Who waits at a station, and who is next. */
interface Turns {
  readonly join: (task: Task) => Task | null;
  readonly start: () => Task | null;
  readonly end: (task: Task) => void;
}

function turnsOf({ places, turns }: Station, clock: () => number): Turns {
  if (turns === 'first') {
    let waiting: Task[] = [];
    let head = 0;
    let running = 0;
    return {
      join: (task) => {
        waiting.push(task);
        return null;
      },
      start: () => {
        const task = waiting[head];
        if (running >= places || task === undefined) return null;
        running += 1;
        head += 1;
        if (head > 1000 && head * 2 > waiting.length) {
          waiting = waiting.slice(head);
          head = 0;
        }
        return task;
      },
      end: () => {
        running -= 1;
      },
    };
  }
  const schedule = new FairSchedule<Task>(places, clock);
  return {
    join: (task) => {
      schedule.join(task);
      const refused = schedule.toRefuse(task)?.ticket ?? null;
      if (refused !== null) schedule.leave(refused);
      return refused;
    },
    start: () => schedule.start(),
    end: (task) => schedule.end(task),
  };
}

/**
 * Discrete events: calls come, wait at the station of each of their stages, and share processors,
 * until `seconds` are over. Calls are in the order of their time; `then` gives the next call of who
 * was answered. The worker pool takes turns by its own code.
 */
export function simulate(
  plant: Plant,
  calls: Iterable<Call>,
  seconds: number,
  then: (call: Call, at: number) => Call | null = () => null,
): Outcome {
  let now = 0;
  const machines = new Map(
    Object.entries(plant.machines).map(([name, { cores }]) => [name, new Sharing(cores)]),
  );
  const stations = new Map(
    Object.entries(plant.stations).map(([name, station]) => {
      const machine = machines.get(station.machine);
      if (machine === undefined) throw new Error(`There is no machine '${station.machine}'.`);
      return [name, { machine, turns: turnsOf(station, () => now) }];
    }),
  );
  const stationOf = (task: Task) => {
    const found = stations.get(task.call.stages[task.stage]?.station ?? '');
    if (found === undefined) throw new Error(`A call of '${task.call.kind}' has no such station.`);
    return found;
  };
  const took = new Map<string, number[]>();
  let refused = 0;
  let open = 0;
  /** Calls that follow an answer, in the order of their time. */
  const following: Call[] = [];

  const startAt = (station: ReturnType<typeof stationOf>): void => {
    for (let task = station.turns.start(); task !== null; task = station.turns.start())
      station.machine.add(task, task.call.stages[task.stage]?.work ?? 0);
  };
  const enter = (task: Task): void => {
    const station = stationOf(task);
    if (station.turns.join(task) !== null) {
      refused += 1;
      open -= 1;
    }
    startAt(station);
  };
  const answer = ({ call }: Task): void => {
    open -= 1;
    const times = took.get(call.kind) ?? [];
    times.push(now - call.at);
    took.set(call.kind, times);
    const next = then(call, now);
    if (next === null) return;
    const at = following.findIndex((one) => one.at > next.at);
    following.splice(at === -1 ? following.length : at, 0, next);
  };
  const leave = (task: Task): void => {
    const station = stationOf(task);
    station.machine.tasks.delete(task);
    station.turns.end(task);
    task.stage += 1;
    if (task.stage < task.call.stages.length) enter(task);
    else answer(task);
    startAt(station);
  };

  const coming = calls[Symbol.iterator]();
  let arrival = coming.next();
  for (;;) {
    const [follower] = following;
    const comes = arrival.done === true ? null : arrival.value;
    const call =
      comes !== null && (follower === undefined || comes.at <= follower.at) ? comes : follower;
    const ends = [...machines.values()].flatMap((machine) => machine.next() ?? []);
    const end = ends.reduce<(typeof ends)[number] | null>(
      (first, one) => (first === null || one.at < first.at ? one : first),
      null,
    );
    const at = Math.min(call?.at ?? Infinity, end?.at ?? Infinity);
    const until = Math.min(at, seconds);
    now = until;
    for (const machine of machines.values()) machine.advance(until);
    if (at > seconds || at === Infinity) break;
    if (end !== null && end.at <= (call?.at ?? Infinity)) leave(end.task);
    else if (call !== undefined) {
      if (call === comes) arrival = coming.next();
      else following.shift();
      open += 1;
      enter({ call, user: call.user, lane: call.lane, rights: call.rights, stage: 0, done: 0 });
    }
  }
  return {
    took,
    busy: Object.fromEntries(
      Object.entries(plant.machines).map(([name, { cores }]) => [
        name,
        (machines.get(name)?.worked ?? 0) / (cores * seconds),
      ]),
    ),
    refused,
    unfinished: open,
  };
}
