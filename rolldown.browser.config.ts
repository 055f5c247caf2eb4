import { globSync } from 'node:fs'
import { defineConfig } from 'rolldown'

/** Service worker for reading saved books offline: one plain file at an address that never changes. */
const readerWorker = defineConfig({
  input: 'features/reader/ui/offline/reader-worker.ts',
  platform: 'browser',
  output: { file: 'build/pages/client/reader-worker.js', format: 'iife', minify: true },
  logLevel: 'warn',
})

/** Service worker of the installed app: the page shown without a connection. */
const appWorker = defineConfig({
  input: 'app/app-worker.ts',
  platform: 'browser',
  output: { file: 'build/pages/client/app-worker.js', format: 'iife', minify: true },
  logLevel: 'warn',
})

/** Script of the embeddable players, which no other page loads; found by its name, as a feature may be left out. */
const embedPlayers = globSync('features/*/ui/embed-player.ts').map((input) =>
  defineConfig({
    input,
    platform: 'browser',
    output: { file: 'build/pages/client/embed-player.js', format: 'esm', minify: true },
    logLevel: 'warn',
  }),
)

export default [readerWorker, appWorker, ...embedPlayers]
