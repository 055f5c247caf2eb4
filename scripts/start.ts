import { ensureBuild } from './build.ts'
import { expectNoArguments } from './usage.ts'

/* `npm start`: builds if needed, then runs the server in the same process, so that signals reach it. */
expectNoArguments(`Starts the site, and builds it first if a source has changed.

  npm start

Settings come from the environment and .env; deploy/.env.example lists them. PORT is 3000 by default.
Press Ctrl+C to stop.`)
await ensureBuild()
process.env.NODE_ENV ??= 'production'
const { href } = new URL('../build/server/main.js', import.meta.url)
await import(href)
