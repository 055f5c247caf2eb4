import type { TranslationOf } from '#shared/messages.ts'
import type { en } from './en.ts'

export const es: TranslationOf<typeof en> = {
  section: {
    name: 'Ecosistema',
    title: 'Más de 18 plataformas en un solo ecosistema',
    lead: 'Herramientas para hacer música, escucharla y coleccionarla, y para revisar una transacción antes de firmarla. Abre una vista previa para ver qué hace cada plataforma y en qué te ayuda.',
    carousel: 'Plataformas del ecosistema',
  },
  card: {
    preview: 'Vista previa',
    siteStatus: 'Estado del sitio:',
    up: 'En línea',
    down: 'Fuera de línea',
    unknown: 'Desconocido',
    here: 'En este sitio',
  },
  preview: {
    close: 'Cerrar la vista previa',
    open: 'Abrir el sitio',
    does: 'Qué hace',
    helps: 'En qué ayuda',
    status: 'Estado del sitio',
    notLinked: 'El sitio de esta plataforma aún no está enlazado. «Abrir el sitio» te lleva a su página en [siteName].',
    framePage: 'Página de {name}',
    frameSite: 'Sitio de {name}',
    loading: 'Cargando {host}…',
    noMore: 'Dejamos de cargar este sitio.',
    notYet: 'No se carga contenido de este sitio hasta que lo abras.',
    retry: 'Intentar de nuevo',
  },
  reasons: {
    'unasked': 'Aún no hemos comprobado este sitio, así que no hay vista previa. Ábrelo en una pestaña nueva.',
    'down': 'Este sitio no estaba disponible en nuestra última comprobación. Puede que ya funcione.',
    'shy': 'Este sitio bloqueó nuestra comprobación, así que no conocemos su estado. Puede que a ti se te abra.',
    'refused': 'Este sitio no permite que otras páginas lo muestren. Ábrelo en una pestaña nueva.',
    'no-page': 'Esta dirección lleva a un archivo, no a una página.',
    'unsafe': 'Esta dirección no se puede previsualizar de forma segura.',
    'ours': 'Esta dirección lleva de vuelta a [siteName].',
    'slow': 'Este sitio no se cargó en {seconds, number} segundos. En una pestaña nueva puede tardar menos.',
    'blocked': 'Este sitio redirigió a una dirección que no se puede mostrar aquí. Ábrelo en una pestaña nueva.',
  },
  page: {
    back: 'Volver al ecosistema',
    notLinked: 'El sitio de {name} aún no está enlazado. Esta página explica qué hace y en qué ayuda.',
    story: 'La historia',
    features: 'Qué puedes hacer allí',
    related: 'Plataformas relacionadas',
    others: 'Otras plataformas del ecosistema',
    carousel: 'Otras plataformas',
  },
  notFound: {
    title: 'Plataforma no encontrada',
    text: 'No hay ninguna plataforma en esta dirección. Puede que haya cambiado de nombre o que el enlace esté mal escrito.',
    ecosystem: 'Ver el ecosistema',
    home: 'Volver al inicio',
  },
}
