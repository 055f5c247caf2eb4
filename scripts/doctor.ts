import { expectNoArguments } from './usage.ts'

/* `npm run doctor`, and `node build/server/doctor.js` in a production install. */
const usage = `Checks the configuration, the mail domain and the services of this installation, and says what to do about each problem.
It sends nothing and changes nothing, apart from temporary folders that it removes. The exit code is 1 if there is a problem.

  npm run doctor
  node build/server/doctor.js   in a production install

Settings come from the environment and .env. ENV_FILE names another file. NODE_ENV is production unless it is set in the
environment, so the requirements of production are checked.`
expectNoArguments(usage)
// Loaded here, because it takes longer than printing the help.
const { examine } = await import('../server/doctor/doctor.ts')
const { root } = await import('./site-folder.ts')
// As `npm start` does: the services of a production install set it, but a shell in which this runs rarely does.
process.env.NODE_ENV ??= 'production'
const { text, exitCode } = await examine({ environment: process.env, root })
process.stdout.write(text)
process.exit(exitCode)
