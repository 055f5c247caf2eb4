import { useMatch } from 'react-router'
import { readerKeys } from '#features/reader/ui/reader-keys.ts'
import { useShortcutSetting } from '#ui/audio/shortcuts.ts'
import { Dialog, DialogClose } from '#ui/dialog.tsx'

const keys = [
  { key: 'Space', does: 'Play or pause what sounds or sounded last, else the radio' },
  { key: 'M', does: 'Mute' },
  { key: '↑ ↓', does: 'Volume, while something plays' },
  { key: '← →', does: 'Ten seconds back or on, in a track or chapter' },
]

/** Which keys work the sound, in the reader also the pages, and the switch that turns them off for people whose tools type single letters. */
export function KeyboardDialog({ id }: { id: string }) {
  const [isOn, setOn] = useShortcutSetting()
  const isReading = useMatch('/book/:bookId/read') !== null
  return (
    <Dialog
      id={id}
      kicker="Keyboard"
      title={isReading ? 'Keys for the pages and the sound' : 'Keys for the sound'}
      actions={
        <DialogClose for={id} variant="primary">
          Done
        </DialogClose>
      }
    >
      {isReading ? (
        <>
          <h3 className="label mb-3 text-dust">The pages</h3>
          <KeyList keys={readerKeys} />
          <h3 className="label mt-6 mb-3 text-dust">The sound</h3>
        </>
      ) : null}
      <KeyList keys={keys} />
      <label className="mt-6 flex min-h-11 items-center gap-3 border-t border-groove pt-4">
        <input
          type="checkbox"
          checked={isOn}
          onChange={(event) => setOn(event.currentTarget.checked)}
          className="size-5 shrink-0 accent-(--color-live)"
        />
        These keys work anywhere on the page
      </label>
    </Dialog>
  )
}

function KeyList({ keys: list }: { keys: { key: string; does: string }[] }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-3">
      {list.map(({ key, does }) => (
        <div key={key} className="contents">
          <dt className="label self-center text-sand">{key}</dt>
          <dd className="text-dust">{does}</dd>
        </div>
      ))}
    </dl>
  )
}
