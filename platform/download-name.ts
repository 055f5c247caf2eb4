import { slugOf } from '#shared/slug.ts'

/** Returns the name of a file to download, such as `swade-virtual-world.ics`. */
export function fileNameFor(siteName: string, ending: string): string {
  return [slugOf(siteName), ending].filter(Boolean).join('-')
}
