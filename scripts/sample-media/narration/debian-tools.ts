import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const VOICE_FOLDER = '/usr/share/festival/voices/us/cmu_us_slt_arctic_hts'

/** Ends the program with the line to type when something the narration needs is not installed. */
export function requireDebianTools(): void {
  const missing = [
    ...(spawnSync('festival', ['--version']).error ? ['festival'] : []),
    ...(existsSync(VOICE_FOLDER) ? [] : ['festvox-us-slt-hts']),
    ...(spawnSync('ffmpeg', ['-version']).error ? ['ffmpeg'] : []),
  ]
  if (missing.length === 0) return
  const line = `apt-get install ${missing.join(' ')}`
  console.error(
    `Narration needs ${missing.join(', ')}, which this machine lacks. On Debian or Ubuntu:\n\n  sudo ${line}\n`,
  )
  process.exit(1)
}
