import './required-node.js'
import { restartWithMemorySettings } from './memory-settings.ts'

/* The built server begins here: the version of Node is looked at, and the memory settings made, before everything else is loaded. */
restartWithMemorySettings(import.meta.filename)
await import('./main.ts')
