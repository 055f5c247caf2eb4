import { resolve } from 'node:path'
import { examine } from './doctor.ts'

/* `npm run doctor`, and `node build/server/doctor.js` in a production install. */
const { text, exitCode } = await examine({ environment: process.env, root: resolve(import.meta.dirname, '../..') })
process.stdout.write(text)
process.exit(exitCode)
