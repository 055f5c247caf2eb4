import { parentPort } from 'node:worker_threads'

/* Follows the instruction of a test: answers, computes forever, allocates memory, throws, or exits. */

let tasks = 0
parentPort!.on('message', (task: string) => {
  tasks += 1
  if (task === 'for-ever') for (;;);
  if (task === 'memory') for (const eaten: unknown[] = []; ;) eaten.push(Array.from({ length: 10_000 }, () => ({})))
  if (task === 'throw') throw new Error('fell over')
  if (task === 'leave') process.exit(0)
  parentPort!.postMessage({ task, tasks })
})
