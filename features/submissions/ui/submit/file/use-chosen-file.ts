import { useRef, useState } from 'react'
import { checkBeforeUpload, type FileHint } from './check-before-upload.ts'
import { readTags, tagHeadBytes, type Tags } from './read-tags.ts'
import { maxAudioBytes } from '#features/submissions/constants.ts'

/** A selected file, with the hints about it before the upload. */
type ChosenFile = {
  file: File | undefined
  /** Reason the last selected file was rejected. */
  problem: 'notMp3' | 'tooLarge' | 'notSound' | undefined
  hints: readonly FileHint[]
}

const none: ChosenFile = { file: undefined, problem: undefined, hints: [] }

/**
 * @param onChoice Called when another file, or none, was selected.
 * @param onTags Called with the tags of a valid file; with no tags for an invalid one.
 */
export function useChosenFile(onChoice: () => void, onTags: (tags: Tags) => void) {
  const [chosen, setChosen] = useState(none)
  const newest = useRef<File>(undefined)

  async function choose(input: HTMLInputElement) {
    const file = input.files?.[0]
    const problem = file && checkFile(file)
    onChoice()
    if (problem) input.value = ''
    const taken = problem ? undefined : file
    newest.current = taken
    setChosen({ file: taken, problem, hints: [] })
    if (!taken) return onTags({})
    // If the file cannot be read here, for example because it was deleted, sending it reports the error.
    const tags = await Promise.all([taken.slice(0, tagHeadBytes).arrayBuffer(), taken.slice(-128).arrayBuffer()]).then(
      ([head, tail]) => readTags(new Uint8Array(head), new Uint8Array(tail)),
      () => ({}),
    )
    if (newest.current === taken) onTags(tags)
    const hints = await checkBeforeUpload(taken).catch(() => [])
    if (newest.current === taken) setChosen({ file: taken, problem, hints })
  }

  return {
    ...chosen,
    choose,
    forget() {
      newest.current = undefined
      setChosen(none)
    },
  }
}

/** Returns the key of the specified error for a file with a wrong name or size. */
function checkFile(file: Pick<File, 'name' | 'size'>): ChosenFile['problem'] {
  if (!/\.mp3$/i.test(file.name)) return 'notMp3'
  if (file.size > maxAudioBytes) return 'tooLarge'
  return file.size === 0 ? 'notSound' : undefined
}
