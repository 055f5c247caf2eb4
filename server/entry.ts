import { restartWithAllocatorSettings } from './allocator.ts'

/* The built server begins here: what the allocator must be told comes before everything else is loaded. */
restartWithAllocatorSettings(import.meta.filename)
await import('./main.ts')
