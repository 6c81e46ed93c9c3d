import { Badge, Text } from '@mantine/core'
import type { ListedAdminProduct } from '@shop/contract/admin/catalog'
import { Link } from 'react-router'
import { useReload } from '../app/use-reload.ts'
import { formatDollars } from '../ui/format-amount.ts'
import classes from './product-row.module.css'
import { STATUS_LABELS } from './product-values.ts'
import { StockField } from './stock-field.tsx'
import { thumbnailOf } from './thumbnail.ts'

/** A product in the list, which leads to its page; its stock is set here. */
export function ProductRow({ product }: { product: ListedAdminProduct }) {
  const { product_id, product_name, line, price, price_today, status, image_url } = product
  const { key, onError } = useReload()
  return (
    <div className={classes.row}>
      <Link to={`/products/${product_id}`} className={classes.link ?? ''}>
        {image_url === null ? (
          <span className={classes.picture} />
        ) : (
          <img
            key={key}
            src={thumbnailOf(image_url)}
            alt=""
            loading="lazy"
            width={64}
            height={64}
            className={classes.picture}
            onError={onError}
          />
        )}
        <span className={classes.name}>
          <Text span fw={600} lineClamp={2}>
            {product_name}
          </Text>
          <Text span c="dimmed" fz="sm">
            {line} · {product_id}
          </Text>
        </span>
        <span className={classes.price}>
          <Text span fw={600}>
            {formatDollars(price_today)}
          </Text>
          {price_today < price && (
            <Text span c="dimmed" fz="sm" td="line-through">
              {formatDollars(price)}
            </Text>
          )}
        </span>
      </Link>
      <div className={classes.state}>
        <StockField product={product} />
        {status !== 'published' && (
          <Badge color="ink" variant="outline">
            {STATUS_LABELS[status]}
          </Badge>
        )}
      </div>
    </div>
  )
}
