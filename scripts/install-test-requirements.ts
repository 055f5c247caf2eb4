/*
 * Finds the programs that tests require and installs missing ones as root on Debian or Ubuntu; otherwise prints the
 * command. `npm test` calls it; run it separately with `node scripts/install-test-requirements.ts`.
 */
import { findRequirement, requirements, type Requirement } from './test/requirements.ts'
import { runCommand } from './run-command.ts'

const install = ['install', '-y', '--no-install-recommends']
const quietly = { DEBIAN_FRONTEND: 'noninteractive' }

/**
 * Ensures that all required programs are installed, and tries to install optional ones.
 *
 * @returns Instructions, or undefined when all required programs are installed.
 */
export async function installTestRequirements(
  wanted: Requirement[] = Object.values(requirements),
): Promise<string | undefined> {
  const missing = wanted.filter((need) => findRequirement(need) === undefined)
  const toDo = await installMissing(missing.filter(({ optional }) => !optional))
  if (toDo === undefined) await tryToInstall(missing.filter(({ optional }) => optional))
  return toDo
}

async function installMissing(missing: Requirement[]): Promise<string | undefined> {
  if (missing.length === 0) return undefined

  const packages = missing.map(({ debianPackage }) => debianPackage)
  const list = missing.map(({ name, why }) => `  ${name}: ${why}`).join('\n')
  const command = `apt-get update && apt-get ${[...install, ...packages].join(' ')}`
  if (!(await canInstall())) {
    return `The tests require programs that are not installed:\n${list}\nOn Debian or Ubuntu: sudo sh -c '${command}'\nOn other systems, install them and add them to PATH.`
  }

  console.log(`Installing test requirements:\n${list}`)
  for (const args of [['update'], [...install, ...packages]]) {
    const { code, output } = await runCommand('apt-get', args, { env: quietly })
    if (code !== 0) return `apt-get ${args.join(' ')} failed:\n${output.trim().split('\n').slice(-15).join('\n')}`
  }
  const still = missing.filter((need) => findRequirement(need) === undefined)
  return still.length === 0 ? undefined : `Installed, but still not found: ${still.map(({ name }) => name).join(', ')}`
}

/** Tries to install optional programs and reports failures. */
async function tryToInstall(missing: Requirement[]): Promise<void> {
  if (missing.length === 0 || !(await canInstall())) return
  // The package index may be empty; without network the installation below fails.
  await runCommand('apt-get', ['update'], { env: quietly })
  for (const { name, debianPackage } of missing) {
    const { code, output } = await runCommand('apt-get', [...install, debianPackage], { env: quietly })
    console.log(code === 0 ? `Installed: ${name}` : `Skipped ${name}: ${output.trim().split('\n').at(-1)}`)
  }
}

async function canInstall(): Promise<boolean> {
  return process.getuid?.() === 0 && (await runCommand('apt-get', ['--version'])).code === 0
}

if (import.meta.main) {
  const toDo = await installTestRequirements()
  console.log(
    toDo ??
      Object.values(requirements)
        .map(
          (need) =>
            `${findRequirement(need) ? '✓' : '–'} ${need.name}: ${findRequirement(need) ?? 'not installed (optional)'}`,
        )
        .join('\n'),
  )
  process.exitCode = toDo ? 1 : 0
}
