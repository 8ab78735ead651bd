# every figure of data of all kinds of numbers, exactly; what each refuses
import statistics as s, random
from fractions import Fraction as F
from decimal import Decimal as D
r=random.Random(5)
nan=float('nan'); inf=float('inf')
def sh(e):
    try: print(e, '=>', repr(eval(e))[:300])
    except Exception as x: print(e, '!!', type(x).__name__, x)
N=s.NormalDist
xs=[r.gauss(0,1) for _ in range(50)]; ys=[r.gauss(3,2) for _ in range(50)]
ints=[r.randrange(20) for _ in range(31)]
fr=[F(r.randrange(100),r.randrange(1,30)) for _ in range(20)]
ds=[D(r.randrange(10**9)).scaleb(-r.randrange(9)) for _ in range(20)]
print([N(1,3).inv_cdf(p) for p in [1e-300,1e-20,1e-9,.001,.01,.05,.075,.076,.3,.5,.7,.93,.99,1-1e-15]+[r.random() for _ in range(200)]])
for data in ['xs','ys','ints','fr','ds','[1]','[]','[1,nan]','[inf,1,2]','[True,False]','[1,2.5,F(1,3)]','[D(1),2]','[D(1),2.0]','["a"]','[D("nan"),1]','[-1.0,2]', '[0,1]', 'iter([1,2,3,4])','range(10)','(1,3,5)','{1,5,9}']:
    for f in ['mean','fmean','geometric_mean','harmonic_mean','median','median_low','median_high','median_grouped','mode','multimode','quantiles','variance','pvariance','stdev','pstdev','NormalDist.from_samples', '_ss','_sum']:
        sh(f's.{f}({data})')
for e in ['s.NormalDist(0,0).inv_cdf(.5)','s.quantiles(xs,n=10)','s.quantiles(xs,n=7,method="inclusive")','s.quantiles(ints,n=100)','s.quantiles(fr,n=4)','s.quantiles(ds,n=4)','s.quantiles(xs,method="x")','s.quantiles(xs,n=0)','s.quantiles([1,2],n=10)','s.quantiles([1,2],n=10,method="inclusive")',
 's.covariance(xs,ys)','s.correlation(xs,ys)','s.correlation(ints,ints[::-1],method="ranked")','s.correlation(ints,ints[::-1])','s.correlation([1,2],[1,1])','s.correlation([1,2],[1,1,1])','s.correlation([1],[1])','s.correlation([1,2],[1,2],method="q")',
 's.linear_regression(xs,ys)','s.linear_regression(xs,ys,proportional=True)','s.linear_regression([1,1],[2,3])','s.linear_regression(ints,ints[::-1],proportional=True)','s.covariance([1,2],[3])','s.covariance([1],[3])',
 'N(1,2)','N(1,2)+3','N(1,2)-3','3-N(1,2)','N(1,2)+N(3,4)','N(1,2)-N(3,4)','N(1,2)*-3','-3*N(1,2)','N(1,2)/3','-N(1,2)','+N(1,2)','N(1,-2)','N(1,2)==N(1,2.0)','N(1,2)==3','hash(N(1,2))==hash(N(1,2.0))','N(1,2).overlap(N(2,3))','N(1,2).overlap(N(2,2))','N(3,2).overlap(N(2,2.5))','N(1,2).overlap(3)','N(1,0).overlap(N(1,2))','N(1,2).pdf(3)','N(1,2).cdf(3)','N(1,2).zscore(3)','N(1,0).pdf(3)','N(1,0).cdf(3)','N(1,0).zscore(3)','N(1,2).inv_cdf(1)','N(1,2).quantiles(5)','N(1,2).samples(5,seed=3)','N(1,2).mean,N(1,2).median,N(1,2).mode,N(1,2).stdev,N(1,2).variance','N(1,2)/0','1/N(1,2)','N(1,2)+"a"','"a"-N(1,2)',
 's.fmean(xs,ints+ints)','s.fmean(xs,range(50))','s.fmean([1,2],[1,-1])','s.harmonic_mean([1,2,3],[3,2,1])','s.harmonic_mean([1,2],[0,1.0])','s.harmonic_mean([1,2],[0.0,F(1)])','s.harmonic_mean([1,2],[-1,2])','s.harmonic_mean([1,2],[1])','s.harmonic_mean([0,2])','s.harmonic_mean([1,-2])','s.harmonic_mean([-1])','s.harmonic_mean([D(3),D(4)])','s.harmonic_mean([1,2],[0,0])', 's.variance(xs,.5)','s.pvariance(ints,mu=3)','s.stdev(ds)','s.pstdev(fr)','s.variance([D("1.5"),D("2.5")],D(2))','s.stdev([0.1]*5)','s.stdev([1e-320,2e-320,5e-320])','s.stdev([1e300,-1e300,0])','N.from_samples(ints)','N.from_samples([1])','s.median_grouped(ints,3)','s.median_grouped([1,3,3,5],2)', 's.median_grouped(["a"])','s._coerce(int,bool)','s._coerce(F,float)','s._coerce(D,float)']: sh(e)
