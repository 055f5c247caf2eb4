/*
 * Finds the programs the tests need, and installs the missing ones where that is possible: as root on Debian or Ubuntu.
 * Elsewhere it names the command to run. `npm test` calls it; `node scripts/install-test-needs.ts` does it alone.
 */
import { findNeed, needs, type Need } from './test/needs.ts'
import { runCommand } from './run-command.ts'

/**
 * Makes sure that every needed program is there.
 *
 * @returns What people must do themselves, or nothing when all is there.
 */
export async function installTestNeeds(wanted: Need[] = Object.values(needs)): Promise<string | undefined> {
  const missing = wanted.filter((need) => findNeed(need) === undefined)
  if (missing.length === 0) return undefined

  const packages = missing.map(({ debianPackage }) => debianPackage)
  const told = missing.map(({ name, why }) => `  ${name}: ${why}`).join('\n')
  const command = `apt-get update && apt-get install -y --no-install-recommends ${packages.join(' ')}`
  if (process.getuid?.() !== 0 || (await runCommand('apt-get', ['--version'])).code !== 0) {
    return `The tests need programs that are not on this machine:\n${told}\nOn Debian or Ubuntu: sudo sh -c '${command}'\nElsewhere, install them so that they are on PATH.`
  }

  console.log(`Installing what the tests need:\n${told}`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    const { code, output } = await runCommand('apt-get', args, { env })
    if (code !== 0) return `apt-get ${args.join(' ')} failed:\n${output.trim().split('\n').slice(-15).join('\n')}`
  }
  const still = missing.filter((need) => findNeed(need) === undefined)
  return still.length === 0 ? undefined : `Installed, and still not found: ${still.map(({ name }) => name).join(', ')}`
}

if (import.meta.main) {
  const toDo = await installTestNeeds()
  console.log(
    toDo ??
      Object.values(needs)
        .map((need) => `✓ ${need.name}: ${findNeed(need)}`)
        .join('\n'),
  )
  process.exitCode = toDo ? 1 : 0
}
