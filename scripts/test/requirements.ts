import { accessSync, constants, globSync, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** A program that tests require and npm cannot install. */
export type Requirement = {
  /** Display name. */
  name: string
  /** Executable names; the first one found is used. */
  programs: string[]
  /** Further folders; `*` matches any version, and the highest wins. */
  folders: string[]
  debianPackage: string
  why: string
  /** True if tests work without it, only slower. */
  optional?: true
}

/** Programs that tests require besides Node and npm; `npm test` finds or installs them. */
export const requirements = {
  chromium: {
    name: 'Chromium',
    programs: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    folders: [
      '/usr/bin',
      '/snap/bin',
      '/Applications/Google Chrome.app/Contents/MacOS',
      '/Applications/Chromium.app/Contents/MacOS',
    ],
    debianPackage: 'chromium',
    why: 'the end-to-end tests run in a real browser',
  },
  shell: {
    name: 'Headless Chromium',
    programs: ['chromium-headless-shell', 'chrome-headless-shell'],
    folders: ['/usr/bin', '/usr/local/bin'],
    debianPackage: 'chromium-headless-shell',
    why: 'most end-to-end tests need no browser window, and it opens pages twice as fast',
    optional: true,
  },
  icecast: {
    name: 'Icecast',
    programs: ['icecast2', 'icecast'],
    folders: ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'],
    debianPackage: 'icecast2',
    why: 'the radio tests and benchmarks run against a real Icecast station',
  },
  ffmpeg: {
    name: 'FFmpeg',
    programs: ['ffmpeg'],
    folders: ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'],
    debianPackage: 'ffmpeg',
    why: 'it decodes what radio listeners receive and feeds the Icecast station',
  },
  mpv: {
    name: 'mpv',
    programs: ['mpv'],
    folders: ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'],
    debianPackage: 'mpv',
    why: 'the radio is tested with a player that is not a browser',
  },
  nginx: {
    name: 'nginx',
    programs: ['nginx'],
    folders: ['/usr/sbin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'],
    debianPackage: 'nginx',
    why: 'the reference proxy of deploy/ is tested in front of the site',
  },
  curl: {
    name: 'curl',
    programs: ['curl'],
    folders: ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'],
    debianPackage: 'curl',
    why: 'it requests stream titles as hardware players do',
  },
} satisfies Record<string, Requirement>

/** Finds the path of a program, or undefined. */
export function findRequirement({ programs, folders }: Pick<Requirement, 'programs' | 'folders'>): string | undefined {
  const places = [
    ...folders.flatMap((folder) => globSync(folder).toSorted(byVersionDescending)),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  return programs.flatMap((program) => places.map((place) => join(place, program))).find(isProgram)
}

function byVersionDescending(left: string, right: string): number {
  return right.localeCompare(left, 'en', { numeric: true })
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/**
 * Finds the headless Chromium, which opens pages faster, or the full one.
 *
 * @see docs/decisions/026-stories-without-windows.md
 */
export function findPlainChromium(): string | undefined {
  return findRequirement(requirements.shell) ?? findRequirement(requirements.chromium)
}
