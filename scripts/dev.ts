import { resolve } from 'node:path'
import { createServer, isRunnableDevEnvironment } from 'vite'
import { expectNoArguments } from './usage.ts'

/* `npm run dev`: the same server with pages and server code loaded through Vite, with live reloading. */
expectNoArguments(`Starts the site from its sources, with live reloading.

  npm run dev

Settings come from the environment and .env; deploy/.env.example lists them. PORT is 3000 by default.
Press Ctrl+C to stop.`)
const root = resolve(import.meta.dirname, '..')
process.env.NODE_ENV = 'development'

const vite = await createServer({ root, server: { middlewareMode: true }, appType: 'custom' })
const ssr = vite.environments.ssr
if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error('Vite provides no environment that can run server code')

const load = <Module>(path: string) => ssr.runner.import(path) as Promise<Module>
const { startDevelopment } = await load<typeof import('../server/development.ts')>('/server/development.ts')
await startDevelopment({
  root,
  middleware: vite.middlewares,
  loadPages: () => load('virtual:react-router/server-build'),
})
