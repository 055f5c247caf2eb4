import { setTimeout as sleep } from 'node:timers/promises'
import { ensureBuild } from '../scripts/build.ts'
import { expectNoArguments } from '../scripts/usage.ts'
import { median, residentMb, scratchFolder, startMeasuredSite } from './measured-site.ts'

/*
 * Measures the time from the start of the process to the first page, on an existing data folder, and the memory of the
 * idle site. Goal: 3 s.
 */
expectNoArguments(`Measures the time from the start of the process to the first page, and the memory of the idle site.

  npm run bench:start`)
await ensureBuild()
const data = scratchFolder()
const first = await startMeasuredSite(data.path)
await first.stop()

const times: number[] = []
const memory: number[] = []
for (let run = 0; run < 5; run += 1) {
  const site = await startMeasuredSite(data.path)
  times.push(site.readyMs)
  await sleep(3_000)
  memory.push(residentMb(site.pid))
  await site.stop()
}
data.remove()

console.log(`first start (new data folder)     ${(first.readyMs / 1000).toFixed(2)} s`)
console.log(
  `start on an existing folder       ${(median(times) / 1000).toFixed(2)} s median of 5 (${times.map((time) => (time / 1000).toFixed(2)).join(', ')})`,
)
console.log(`ratio to the goal of 3 s          ${(median(times) / 3000).toFixed(2)}`)
console.log(
  `idle memory of the site           ${median(memory).toFixed(0)} MB resident (the embedded database's own processes not counted)`,
)
