/**
 * One value kept on this device under `name`; nothing of it leaves the browser.
 *
 * @param read Makes sense of what was kept, which may be of another version or typed by hand.
 */
export function deviceMemory<Value>(name: string, read: (kept: unknown) => Value | undefined) {
  let withoutStorage: Value | undefined
  return {
    load(): Value | undefined {
      try {
        const kept = localStorage.getItem(name)
        return kept === null ? undefined : read(JSON.parse(kept))
      } catch {
        return withoutStorage // Storage may be forbidden.
      }
    },
    save(value: Value): void {
      withoutStorage = value
      try {
        localStorage.setItem(name, JSON.stringify(value))
      } catch {
        return // Then it lasts as long as the page.
      }
    },
  }
}
