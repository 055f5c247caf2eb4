/** Wordmark of the site. */
export function Wordmark() {
  return (
    <span className="font-display text-[1.375rem] leading-none font-extrabold tracking-[-0.05em] text-sand">Swade</span>
  )
}
