/** One of a few, as buttons in a row. */
export function Choice<Value extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string
  options: readonly (readonly [value: Value, words: string])[]
  value: Value
  onChange: (value: Value) => void
}) {
  return (
    <div role="group" aria-label={label} className="flex flex-wrap border border-groove">
      {options.map(([one, words]) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === value}
          onClick={() => onChange(one)}
          className="label min-h-11 cursor-pointer px-4 text-dust -outline-offset-2 hover:text-sand focus-visible:outline-offset-[-3px] aria-pressed:bg-plate-raised aria-pressed:text-sand"
        >
          {words}
        </button>
      ))}
    </div>
  )
}
