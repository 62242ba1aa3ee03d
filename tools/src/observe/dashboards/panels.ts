import { type DataSourceRef, LegendDisplayMode, LegendPlacement, VizLegendOptionsBuilder } from '@grafana/grafana-foundation-sdk/common';
import {
  DashboardBuilder,
  DatasourceVariableBuilder,
  QueryVariableBuilder,
  VariableRefresh,
} from '@grafana/grafana-foundation-sdk/dashboard';
import { DataqueryBuilder } from '@grafana/grafana-foundation-sdk/prometheus';
import { PanelBuilder as StatBuilder } from '@grafana/grafana-foundation-sdk/stat';
import { PanelBuilder as TimeseriesBuilder } from '@grafana/grafana-foundation-sdk/timeseries';

/** Chosen at the top of each dashboard, so that it works with a Prometheus of any name. */
const SOURCE: DataSourceRef = { type: 'prometheus', uid: ['$', '{datasource}'].join('') };

/** Units of Grafana. */
export type Unit = 's' | 'bytes' | 'short' | 'reqps' | 'ops' | 'percentunit';

export interface Query {
  readonly expr: string;
  /** Its name in the legend, with labels as in `{{instance}}`. */
  readonly as: string;
}

/** Lines over time, three in a row. `says` tells what to look for. */
export function lines(title: string, unit: Unit, says: string, ...queries: readonly Query[]): TimeseriesBuilder {
  const panel = new TimeseriesBuilder()
    .title(title)
    .description(says)
    .unit(unit)
    .min(0)
    .datasource(SOURCE)
    .span(8)
    .height(8)
    .legend(new VizLegendOptionsBuilder().showLegend(true).displayMode(LegendDisplayMode.List).placement(LegendPlacement.Bottom));
  for (const [index, { expr, as }] of queries.entries()) panel.withTarget(query(expr, as, index));
  return panel;
}

/** One number: the present value. */
export function figure(title: string, unit: Unit, says: string, expr: string): StatBuilder {
  return new StatBuilder()
    .title(title)
    .description(says)
    .unit(unit)
    .datasource(SOURCE)
    .span(4)
    .height(4)
    .withTarget(query(expr, title, 0));
}

function query(expr: string, legend: string, index: number): DataqueryBuilder {
  return new DataqueryBuilder()
    .expr(expr)
    .legendFormat(legend)
    .refId(String.fromCharCode(65 + index))
    .range()
    .datasource(SOURCE);
}

/** The 99th percentile of a histogram, by a label. */
export function p99(histogram: string, selector: string, by: string): string {
  return `histogram_quantile(0.99, sum by (le, ${by}) (rate(${histogram}_bucket{${selector}}[$__rate_interval])))`;
}

export function dashboard(uid: string, title: string, says: string): DashboardBuilder {
  return new DashboardBuilder(title)
    .uid(uid)
    .description(says)
    .tags(['parley'])
    .timezone('browser')
    .refresh('30s')
    .time({ from: 'now-3h', to: 'now' })
    .readonly()
    .withVariable(new DatasourceVariableBuilder('datasource').label('Prometheus').type('prometheus'));
}

/** A choice among the values of a label. */
export function choice(name: string, values: string): QueryVariableBuilder {
  return new QueryVariableBuilder(name).query(values).datasource(SOURCE).refresh(VariableRefresh.OnTimeRangeChanged);
}
