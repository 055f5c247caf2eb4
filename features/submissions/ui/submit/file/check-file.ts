import { problems } from '#features/submissions/problems.ts'
import { maxAudioBytes } from '#features/submissions/terms.ts'

/** What is wrong with a chosen file as far as its name and size tell, in the specified words. */
export function checkFile(file: Pick<File, 'name' | 'size'>): string | undefined {
  if (!/\.mp3$/i.test(file.name)) return problems['not-mp3']
  if (file.size > maxAudioBytes) return problems['too-large']
  return file.size === 0 ? problems['no-file'] : undefined
}
