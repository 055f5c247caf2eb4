import type { Locale } from '#shared/locales.ts'

type OfflineTexts = Record<'title' | 'hint' | 'saved' | 'retry', string>

/** Texts of the page that the installed app shows offline: no server is there to bring them. */
export const offlineTexts: Readonly<Record<Locale, OfflineTexts>> = {
  en: {
    title: 'You are offline',
    hint: 'This page can’t be loaded without a connection. Reconnect and try again.',
    saved: 'Saved on this device:',
    retry: 'Try again',
  },
  es: {
    title: 'No tienes conexión',
    hint: 'Esta página no se puede cargar sin conexión. Conéctate de nuevo e inténtalo otra vez.',
    saved: 'Guardados en este dispositivo:',
    retry: 'Intentar de nuevo',
  },
}
