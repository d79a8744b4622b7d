"""The same work by Prefect's workers: processes here, on any host, or in containers, which share the storage.

    python workers.py POOL          deploys `prepare/scans` to a work pool
"""
import json
import os
import pathlib
import sys
import time

from prefect import flow
from prefect.client.orchestration import get_client
from prefect.deployments import run_deployment
from prefect.states import Completed, Crashed

import leases
import scan
from scratch import LEASE
from steps import Order, place
from storage import open_storage

# A worker gets so many seconds to begin with a scan after it took it from the queue.
START = max(LEASE, float(os.environ.get("INGESTION_START", "120")))
# So many workers may die of one scan in one run.
TRIES = 4


@flow(name="prepare")
def prepare(store: str, key: str, name: str, targets: list[str], options: list[str], require_privacy: bool, program: str):
    """One scan; its line travels in the state's message, since workers and the caller share no disk but the storage."""
    line = scan.work(store, key, name, Order.of(targets, options, require_privacy, program))
    return Completed(message=json.dumps(line))


def submit(deployment, where, key, name, order):
    """Has any worker do it, and another one, if that dies; returns the line for the ledger."""
    words = {"store": where, "key": key, "name": name, "targets": list(order.targets), "options": list(order.options),
             "require_privacy": order.require_privacy, "program": order.program}
    with get_client(sync_client=True) as client:
        for _ in range(TRIES):
            run = run_deployment(deployment, parameters=words, timeout=0, as_subflow=False, flow_run_name=f"scan {key[:12]}")
            state = wait(client, run.id, open_storage(where), place(key))
            if state.is_completed():
                return json.loads(state.message)
    return {"status": "later", "reason": f"no worker finished it: {state.name}: {state.message}"}


def wait(client, run, storage, home):
    """Until it ended; a run that has begun, and of which nothing is seen on the storage, ended with its worker."""
    seen = time.monotonic()
    while True:
        state = client.read_flow_run(run).state
        if state.is_final():
            return state
        if not (state.is_pending() or state.is_running()) or leases.is_held(storage, home):
            seen = time.monotonic()
        if time.monotonic() - seen > START:
            dead = Crashed(message="its worker doesn't show itself any more")
            client.set_flow_run_state(run, dead, force=True)
            return dead
        time.sleep(1)


def deploy(pool):
    here = pathlib.Path(__file__).resolve().parent
    prepare.from_source(source=str(here), entrypoint="workers.py:prepare").deploy(name="scans", work_pool_name=pool)


if __name__ == "__main__":
    deploy(sys.argv[1])
