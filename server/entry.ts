import './required-node.js'
import { restartWithMemorySettings } from './memory-settings.ts'

/* Entry point of the built server: checks the Node version and applies memory settings before loading anything else. */
restartWithMemorySettings(import.meta.filename)
await import('./main.ts')
