/** A text of the page, its original, and the element that a translator has put there. */
type Translation = { original: string; element: ChildNode }

/**
 * Keeps a translated page working (R57). Chrome replaces texts by `<font>` elements, but React goes on changing the
 * removed texts: numbers get stale, and removing fails. So a replaced text is reinserted, empty, before its
 * translation, which is removed once React changes the text. Hydration compares texts, so translations are undone
 * during it. Returns a function that shows an original.
 */
export function followTranslation(root: Document, isHydrating = () => false): () => void {
  const translations = new Map<Text, Translation>()
  const observer = new MutationObserver((records) => {
    const changes = records.filter(({ type }) => type === 'characterData')
    const changed = new Map(changes.reverse().map(({ target, oldValue }): [Node, string] => [target, oldValue ?? '']))
    update(translations, changed, new Set(records.flatMap(({ addedNodes }) => [...addedNodes])))
    for (const [text, element] of replacedTexts(records, translations)) {
      // Some translators move the text into the element, and change it there.
      const isMoved = element.contains(text)
      const original = (isMoved && changed.get(text)) || text.data
      if (isHydrating() || (changed.has(text) && !isMoved)) showOriginal(text, original, element)
      else translations.set(text, putBack(text, original, element))
    }
    observer.takeRecords()
  })
  observer.observe(root, { subtree: true, childList: true, characterData: true, characterDataOldValue: true })
  return () => {
    for (const [text, { original, element }] of translations) showOriginal(text, original, element)
    translations.clear()
    observer.takeRecords()
  }
}

/** Removes the translation of a text that was removed or changed; an undone translation leaves the original once. */
function update(
  translations: Map<Text, Translation>,
  changed: ReadonlyMap<Node, string>,
  added: ReadonlySet<Node>,
): void {
  for (const [node, { original, element }] of translations) {
    const isEmpty = node.isConnected && !changed.has(node)
    if (isEmpty && element.isConnected) {
      if (element.previousSibling !== node) node.after(element)
      continue
    }
    translations.delete(node)
    element.remove()
    if (!isEmpty) continue
    const { nextSibling: twin } = node
    if (twin instanceof Text && added.has(twin) && twin !== node) twin.remove()
    node.data = original
  }
}

/** Finds removed texts with the element that a translator added for each. */
function replacedTexts(
  records: readonly MutationRecord[],
  known: ReadonlyMap<Text, Translation>,
): Map<Text, ChildNode> {
  const added = new Set(records.flatMap(({ addedNodes }) => [...addedNodes].filter(isFont)))
  const replaced = new Map<Text, ChildNode>()
  if (added.size === 0) return replaced
  for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records) {
    for (const text of removedNodes) {
      if (!(text instanceof Text) || known.has(text)) continue
      const element = [...addedNodes, previousSibling, nextSibling].filter(isFont).find((font) => added.delete(font))
      if (element?.isConnected) replaced.set(text, element)
    }
  }
  return replaced
}

function putBack(text: Text, original: string, element: ChildNode): Translation {
  if (element.contains(text)) text.replaceWith(text.data)
  text.data = ''
  element.before(text)
  return { original, element }
}

function showOriginal(text: Text, original: string, element: ChildNode): void {
  text.data = original
  element.replaceWith(text)
}

function isFont(node: Node | null): node is HTMLElement {
  return node instanceof HTMLElement && node.localName === 'font'
}
