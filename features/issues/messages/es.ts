import type { TranslationOf } from '#shared/messages.ts'
import type { en } from './en.ts'

export const es: TranslationOf<typeof en> = {
  feed: '[siteName]: el boletín de los viernes',
  head: {
    newsletter: 'El boletín de los viernes',
    list: 'Números del boletín',
    notFound: 'Número no encontrado',
  },
  labels: {
    number: 'N.º {number}',
    weekly: 'Semanal',
    digest: 'Resumen mensual',
  },
  archive: {
    label: 'Números',
    count: '{count, plural, one {1 número} other {# números}}',
    all: 'Todos los números',
    earlier: 'Números anteriores',
    feed: 'Canal RSS',
    latest: 'Último número',
    read: 'Leer el número',
    first: 'Todavía no hay números anteriores',
    firstText: 'Todos los números quedan en este archivo. Cada viernes se envía uno nuevo.',
    none: 'Todavía no hay números en el archivo',
    noneText: 'Los números aparecen aquí después de enviarse. Quienes están suscritos reciben cada uno por correo.',
    pages: 'Páginas de números',
  },
  page: {
    all: 'Todos los números',
    insights: 'Ideas clave',
    tools: 'Herramientas',
    sources: 'Fuentes',
    source: 'Fuente: <link>{title}</link>',
    others: 'Otros números',
    previous: 'Número anterior, {number}',
    next: 'Número siguiente, {number}',
    notFound: 'Número no encontrado',
    notFoundText:
      'No hay ningún número en esta dirección. Puede que la dirección esté mal escrita o que el número aún no se haya enviado.',
  },
}
