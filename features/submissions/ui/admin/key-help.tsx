/** Collapsed list of a page's keyboard shortcuts. */
export function KeyHelp({ keys }: { keys: readonly (readonly [key: string, act: string])[] }) {
  return (
    <details className="text-small text-dust">
      <summary className="label inline-flex min-h-11 cursor-pointer items-center hover:text-sand">
        Keyboard shortcuts
      </summary>
      <dl className="flex flex-wrap gap-x-8 gap-y-2 pt-2 pb-4">
        {keys.map(([key, act]) => (
          <div key={key} className="flex items-baseline gap-3">
            <dt>
              <kbd className="figures rounded-plate border border-groove px-2 py-1 text-sand">{key}</kbd>
            </dt>
            <dd>{act}</dd>
          </div>
        ))}
      </dl>
      <p className="measure pb-4">
        Shortcuts are inactive while you type in a field. You can turn them off in the footer of the public pages,
        together with the radio shortcuts.
      </p>
    </details>
  )
}
