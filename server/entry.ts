import { restartWithMemorySettings } from './memory-settings.ts'

/* The built server begins here: what glibc and V8 must be told of memory comes before everything else is loaded. */
restartWithMemorySettings(import.meta.filename)
await import('./main.ts')
