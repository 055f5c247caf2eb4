import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const tools = [
  { name: 'ffmpeg', debianPackage: 'ffmpeg', flag: '-version' },
  { name: 'fluidsynth', debianPackage: 'fluidsynth', flag: '--version' },
]
const soundfonts = ['/usr/share/sounds/sf2/FluidR3_GM.sf2', '/usr/share/soundfonts/FluidR3_GM.sf2']

export function soundfontPath(): string {
  const found = soundfonts.find((path) => existsSync(path))
  if (!found) throw new Error('FluidR3_GM.sf2 is missing')
  return found
}

/** Ends the program with the line to type when something the renderer needs is not installed. */
export function requireDebianTools(): void {
  const missing = tools.filter((tool) => spawnSync(tool.name, [tool.flag]).error).map((tool) => tool.debianPackage)
  if (!soundfonts.some((path) => existsSync(path))) missing.push('fluid-soundfont-gm')
  if (missing.length === 0) return
  console.error(
    `Rendering media needs ${missing.join(', ')}, which this machine lacks. On Debian or Ubuntu:\n\n  sudo apt-get install ${missing.join(' ')}\n`,
  )
  process.exit(1)
}
