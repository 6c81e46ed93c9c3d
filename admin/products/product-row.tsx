import { Badge, Text } from '@mantine/core'
import { type ListedAdminProduct, LOW_STOCK } from '@shop/contract/admin/products'
import { Link } from 'react-router'
import { useReload } from '../app/use-reload.ts'
import { formatDollars } from '../ui/format-amount.ts'
import classes from './product-row.module.css'
import { STATUS_LABELS } from './product-values.ts'
import { thumbnailOf } from './thumbnail.ts'

/** A product in the list; the whole row leads to its page. */
export function ProductRow({ product }: { product: ListedAdminProduct }) {
  const { product_id, product_name, line, price, sale_price, status, image_url } = product
  const { key, onError } = useReload()
  return (
    <Link to={`/products/${product_id}`} className={classes.row ?? ''}>
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
          {formatDollars(sale_price ?? price)}
        </Text>
        {sale_price !== null && (
          <Text span c="dimmed" fz="sm" td="line-through">
            {formatDollars(price)}
          </Text>
        )}
      </span>
      <span className={classes.state}>
        <StockBadge stock={product.stock_quantity} />
        {status !== 'published' && (
          <Badge color="ink" variant="outline">
            {STATUS_LABELS[status]}
          </Badge>
        )}
      </span>
    </Link>
  )
}

function StockBadge({ stock }: { stock: number }) {
  if (stock === 0) return <Badge color="brick">Sold out</Badge>
  const isLow = stock < LOW_STOCK
  return (
    <Badge color={isLow ? 'amber' : 'moss'} variant={isLow ? 'filled' : 'light'}>
      {stock} in stock
    </Badge>
  )
}
